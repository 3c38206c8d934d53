import type { Money } from '@delivery-api/lastmile-types';

/** The prices and rules in a country. Amounts are integers in the currency's minor unit. */
export interface Tariff {
  currency: string;
  /** Number of decimal places of the currency (ISO 4217). */
  exponent: number;
  /** Amounts are rounded to multiples of this value. */
  step: number;
  /** The fixed part of the price, to which most `surcharges` are relative. */
  base: number;
  perKilometer: number;
  /**
   * Restricted goods that couriers do not carry. `restricted_goods` of a store takes precedence.
   */
  prohibitedGoods: readonly string[];
  supportsCash: boolean;
}

/** A country in the service area. */
export interface Country extends Tariff {
  /** Latitude and longitude of the point around which addresses in unknown towns are placed. */
  center: readonly [number, number];
  callingCode: string;
}

/** Surcharges, as multiples of `base` unless noted. */
export const surcharges = {
  express: 0.4,
  large: 0.2,
  xlarge: 0.6,
  ageCheck: 0.3,
  waiting: 0.2,
  /** Share of the declared value. */
  insurance: 0.004,
} as const;

/** Cancellation fees by status, as multiples of `base` unless noted. */
export const cancellationFees = {
  courierAssigned: 0.5,
  arrivedAtPickup: 0.8,
  /** Multiple of the sum of the base and distance components of the price. */
  pickedUp: 1.5,
} as const;

type TariffCurrency = Pick<Tariff, 'currency' | 'exponent' | 'step'>;
const currencyOf = (currency: string, exponent: number, step: number): TariffCurrency => ({
  currency,
  exponent,
  step,
});
const twoDecimals = (currency: string, step = 5): TariffCurrency => currencyOf(currency, 2, step);
const euro = twoDecimals('EUR');

const defaultRules = { prohibitedGoods: ['hemp', 'other'], supportsCash: true };
const noAlcohol = { ...defaultRules, prohibitedGoods: ['alcohol', 'hemp', 'other'] };
const cashless = { ...defaultRules, supportsCash: false };

const country = (
  currency: TariffCurrency,
  base: number,
  perKilometer: number,
  callingCode: string,
  center: readonly [number, number],
  rules = defaultRules,
): Country => ({ ...currency, base, perKilometer, callingCode, center, ...rules });

/** The countries in the service area, by ISO 3166-1 code. */
export const countries: Readonly<Record<string, Country>> = {
  NL: country(euro, 490, 46, '31', [52.3702, 4.8952], cashless),
  BE: country(euro, 490, 48, '32', [50.8467, 4.3525]),
  LU: country(euro, 590, 55, '352', [49.6113, 6.1294]),
  DE: country(euro, 520, 50, '49', [52.52, 13.405]),
  AT: country(euro, 520, 50, '43', [48.2082, 16.3738]),
  CH: country(twoDecimals('CHF'), 750, 80, '41', [47.3744, 8.541]),
  FR: country(euro, 540, 52, '33', [48.8566, 2.3522]),
  ES: country(euro, 450, 42, '34', [40.4168, -3.7038]),
  PT: country(euro, 420, 40, '351', [38.7223, -9.1393]),
  IT: country(euro, 480, 45, '39', [41.9028, 12.4964]),
  IE: country(euro, 560, 52, '353', [53.3498, -6.2603]),
  GB: country(twoDecimals('GBP'), 450, 45, '44', [51.5072, -0.1276]),
  GR: country(euro, 420, 75, '30', [37.9755, 23.7348]),
  CY: country(euro, 430, 45, '357', [35.1856, 33.3823]),
  MT: country(euro, 450, 45, '356', [35.8989, 14.5146]),
  HR: country(euro, 400, 40, '385', [45.815, 15.9819]),
  SI: country(euro, 420, 42, '386', [46.0569, 14.5058]),
  SK: country(euro, 390, 38, '421', [48.1486, 17.1077]),
  EE: country(euro, 400, 40, '372', [59.437, 24.7536]),
  LV: country(euro, 390, 38, '371', [56.9496, 24.1052]),
  LT: country(euro, 390, 38, '370', [54.6872, 25.2797]),
  FI: country(euro, 590, 60, '358', [60.1699, 24.9384], cashless),
  BG: country(euro, 330, 30, '359', [42.6977, 23.3219]),
  DK: country(twoDecimals('DKK', 25), 4500, 450, '45', [55.6761, 12.5683], cashless),
  SE: country(twoDecimals('SEK', 50), 5900, 600, '46', [59.3293, 18.0686], cashless),
  NO: country(twoDecimals('NOK', 50), 6900, 700, '47', [59.9139, 10.7522], cashless),
  PL: country(twoDecimals('PLN', 10), 1490, 180, '48', [52.2297, 21.0122]),
  CZ: country(twoDecimals('CZK', 50), 8900, 1000, '420', [50.0755, 14.4378]),
  HU: country(twoDecimals('HUF', 500), 129000, 14000, '36', [47.4979, 19.0402]),
  RO: country(twoDecimals('RON', 10), 1690, 200, '40', [44.4268, 26.1025]),
  TR: country(twoDecimals('TRY', 50), 8900, 1200, '90', [41.0082, 28.9784]),
  US: country(twoDecimals('USD'), 675, 75, '1', [40.7128, -74.006], cashless),
  CA: country(twoDecimals('CAD'), 790, 90, '1', [43.6532, -79.3832], cashless),
  MX: country(twoDecimals('MXN', 50), 5900, 900, '52', [19.4326, -99.1332]),
  BR: country(twoDecimals('BRL', 10), 990, 180, '55', [-23.5558, -46.6396]),
  CL: country(currencyOf('CLP', 0, 10), 2490, 350, '56', [-33.4489, -70.6693]),
  JP: country(currencyOf('JPY', 0, 10), 800, 60, '81', [35.6762, 139.6503], cashless),
  KR: country(currencyOf('KRW', 0, 50), 4500, 600, '82', [37.5665, 126.978], cashless),
  SG: country(twoDecimals('SGD'), 690, 70, '65', [1.3521, 103.8198], cashless),
  AU: country(twoDecimals('AUD'), 890, 110, '61', [-33.8688, 151.2093], cashless),
  NZ: country(twoDecimals('NZD'), 890, 110, '64', [-36.8509, 174.7645], cashless),
  IN: country(twoDecimals('INR', 50), 4900, 900, '91', [19.076, 72.8777]),
  AE: country(twoDecimals('AED', 25), 1500, 150, '971', [25.2048, 55.2708], noAlcohol),
  SA: country(twoDecimals('SAR', 25), 1500, 150, '966', [24.7136, 46.6753], noAlcohol),
  QA: country(twoDecimals('QAR', 25), 1500, 150, '974', [25.2854, 51.531], noAlcohol),
  KW: country(currencyOf('KWD', 3, 50), 1500, 130, '965', [29.3759, 47.9774], noAlcohol),
  BH: country(currencyOf('BHD', 3, 50), 1600, 130, '973', [26.2285, 50.586], noAlcohol),
  IL: country(twoDecimals('ILS', 10), 1900, 220, '972', [32.0853, 34.7818]),
  EG: country(twoDecimals('EGP', 50), 4500, 500, '20', [30.0444, 31.2357]),
  ZA: country(twoDecimals('ZAR', 50), 4900, 700, '27', [-26.2041, 28.0473]),
};

const byCurrency = new Map<string, Country>();
for (const tariff of Object.values(countries))
  if (!byCurrency.has(tariff.currency)) byCurrency.set(tariff.currency, tariff);

/**
 * Returns the tariff for a country. With a currency that the country does not use, returns the
 * tariff of the first country that uses it, or default prices if there is no such country.
 *
 * @param code ISO 3166-1 alpha-2
 * @returns `undefined` if the country is outside the service area and `currency` is absent
 */
export function tariffFor(code: string, currency?: string): Tariff | undefined {
  const own = countries[code];
  if (own !== undefined && (currency === undefined || currency === own.currency)) return own;
  if (currency === undefined) return undefined;
  return (
    byCurrency.get(currency) ?? {
      ...twoDecimals(currency),
      base: 500,
      perKilometer: 50,
      prohibitedGoods: [],
      supportsCash: true,
    }
  );
}

/** Formats an amount for messages: `4.00 EUR`, `1250 JPY`, `1.250 KWD`. */
export function moneyText({ amount, currency }: Money): string {
  const { exponent } = byCurrency.get(currency) ?? { exponent: 2 };
  return `${(amount / 10 ** exponent).toFixed(exponent)} ${currency}`;
}
