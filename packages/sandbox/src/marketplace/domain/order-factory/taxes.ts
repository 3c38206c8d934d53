import type { OrderFee, OrderItem, OrderTax } from '@delivery-api/marketplace-types';
import type { LiveMenu } from '../menus/live-menu.ts';
import { totalOf } from './amounts.ts';

/** Approximate tax rates of a country in percent, for food and for services. */
interface TaxRates {
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

/** Returns the tax on an amount, rounded half up to the minor unit (contract: `Order`). */
export function taxOn(taxable: number, rate: string): number {
  const scaled = BigInt(scaledRate(rate));
  return Number((BigInt(taxable) * scaled * 2n + 1_000_000n) / 2_000_000n);
}

/** Returns the taxable part of an amount that includes tax, as precisely as rounding allows. */
export function taxableIn(gross: number, rate: string): number {
  let [low, high] = [0, gross];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (middle + taxOn(middle, rate) <= gross) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Converts a rate with at most four decimal places to an integer: 1 becomes 10,000. */
const scaledRate = (rate: string): number => Math.round(Number(rate) * 10_000);

/**
 * Creates an entry for each rate and remitter with a taxable amount. A discount reduces the taxable
 * amounts of all lines proportionally.
 */
export function makeTaxes(
  lines: readonly OrderItem[],
  menu: LiveMenu,
  country: string,
  discount: number,
  fees: readonly OrderFee[],
): OrderTax[] {
  const usual = rates[country];
  const { currency, prices_include_tax } = menu.content;
  const bases = new Map<string, { rate: string; remitter: string; amount: number }>();
  const add = (rate: string | undefined, remitter: string, amount: number): void => {
    if (rate === undefined || scaledRate(rate) === 0 || amount <= 0) return;
    const key = `${remitter} ${scaledRate(rate)}`;
    const base = bases.get(key) ?? { rate, remitter, amount: 0 };
    bases.set(key, { ...base, amount: base.amount + amount });
  };
  const items = totalOf(lines);
  let left = discount;
  for (const [index, { item_id, total_price }] of lines.entries()) {
    const share =
      index === lines.length - 1
        ? left
        : Math.floor((discount * total_price.amount) / Math.max(1, items));
    left -= share;
    add(menu.item(item_id)?.tax?.rate ?? usual?.food, 'merchant', total_price.amount - share);
  }
  // The schema check reports supplied fees that have no amount.
  for (const { type, amount, received_by } of fees.filter((fee) => fee.amount !== undefined)) {
    if (type === 'packaging') add(usual?.food, 'merchant', amount.amount);
    else if (received_by === 'marketplace') add(usual?.service, 'marketplace', amount.amount);
    else if (type === 'delivery') add(usual?.service, 'merchant', amount.amount);
  }
  return [...bases.values()].map(({ rate, remitter, amount }) => {
    const taxable = prices_include_tax ? taxableIn(amount, rate) : amount;
    return {
      name: `${usual?.name ?? 'Tax'} ${rate}%`,
      rate,
      taxable_amount: { amount: taxable, currency },
      amount: { amount: taxOn(taxable, rate), currency },
      remitted_by: remitter,
    };
  });
}
