/**
 * What a country takes as tax: on food, and on services such as bringing it. The sandbox's own
 * table, rounded to what is usual.
 */
export interface TaxRates {
  name: string;
  food: string;
  service: string;
}

const rates: Readonly<Record<string, TaxRates>> = {
  NL: { name: 'BTW', food: '9', service: '21' },
  BE: { name: 'BTW', food: '6', service: '21' },
  DE: { name: 'MwSt', food: '7', service: '19' },
  FR: { name: 'TVA', food: '10', service: '20' },
  ES: { name: 'IVA', food: '10', service: '21' },
  IT: { name: 'IVA', food: '10', service: '22' },
  PL: { name: 'VAT', food: '8', service: '23' },
  SE: { name: 'Moms', food: '12', service: '25' },
  GR: { name: 'ΦΠΑ', food: '13', service: '24' },
  GB: { name: 'VAT', food: '20', service: '20' },
  JP: { name: '消費税', food: '8', service: '10' },
  US: { name: 'Sales tax', food: '8.25', service: '8.25' },
};

/** The rates of a country; `undefined` where there is no such tax, or none is known. */
export const ratesOf = (country: string): TaxRates | undefined => rates[country];

/**
 * The tax on an amount at a rate in percent, rounded half up to the minor unit (contract: `Order`).
 */
export function taxOn(taxable: number, rate: string): number {
  const scaled = BigInt(scaledRate(rate));
  return Number((BigInt(taxable) * scaled * 2n + 1_000_000n) / 2_000_000n);
}

/**
 * What a tax is on, where the amount contains it: together they come to the amount, or as near as
 * rounding lets them.
 */
export function taxableIn(gross: number, rate: string): number {
  let [low, high] = [0, gross];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (middle + taxOn(middle, rate) <= gross) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A decimal string of at most four decimals as an integer, ten thousand for one. */
export const scaledRate = (rate: string): number => Math.round(Number(rate) * 10_000);
