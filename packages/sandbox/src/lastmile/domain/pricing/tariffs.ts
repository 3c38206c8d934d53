import type { Money } from '../../state/model.ts';

/** What deliveries cost in a country. Amounts are in the minor unit of the currency. */
export interface Tariff {
  currency: string;
  /** How many decimals ISO 4217 gives the currency. */
  exponent: number;
  /** Amounts are rounded to multiples of this. */
  step: number;
  /** The fixed part of a delivery; what else is charged follows from it by `shares`. */
  base: number;
  perKilometer: number;
  /** Restricted goods that couriers do not carry here, unless a store says that they may. */
  refused: readonly string[];
  /** Whether couriers take cash. */
  takesCash: boolean;
}

/** A country in which couriers ride. */
export interface Country extends Tariff {
  /** Where addresses of unknown towns are put around, as latitude and longitude. */
  center: readonly [number, number];
  callingCode: string;
}

/** What is charged beside the way, as shares of `base`. */
export const shares = {
  express: 0.4,
  large: 0.2,
  xlarge: 0.6,
  ageCheck: 0.3,
  waiting: 0.2,
  /** Of the declared value. */
  insurance: 0.004,
  /** Fees for cancelling from a status on; the last one is a share of base and distance. */
  courierAssigned: 0.5,
  arrivedAtPickup: 0.8,
  pickedUp: 1.5,
} as const;

const euro = { currency: 'EUR', exponent: 2, step: 5 } as const;
const cents = (
  currency: string,
  step = 5,
): { currency: string; exponent: number; step: number } => ({ currency, exponent: 2, step });

function country(
  unit: { currency: string; exponent: number; step: number },
  base: number,
  perKilometer: number,
  callingCode: string,
  center: readonly [number, number],
  {
    refused = ['hemp', 'other'],
    takesCash = true,
  }: { refused?: string[]; takesCash?: boolean } = {},
): Country {
  return { ...unit, base, perKilometer, callingCode, center, refused, takesCash };
}

const dry = { refused: ['alcohol', 'hemp', 'other'] };
const cashless = { takesCash: false };

/** The countries in which couriers ride, by ISO 3166-1 code. */
export const countries: Readonly<Record<string, Country>> = {
  NL: country(euro, 490, 46, '31', [52.3702, 4.8952], cashless),
  BE: country(euro, 490, 48, '32', [50.8467, 4.3525]),
  LU: country(euro, 590, 55, '352', [49.6113, 6.1294]),
  DE: country(euro, 520, 50, '49', [52.52, 13.405]),
  AT: country(euro, 520, 50, '43', [48.2082, 16.3738]),
  CH: country(cents('CHF'), 750, 80, '41', [47.3744, 8.541]),
  FR: country(euro, 540, 52, '33', [48.8566, 2.3522]),
  ES: country(euro, 450, 42, '34', [40.4168, -3.7038]),
  PT: country(euro, 420, 40, '351', [38.7223, -9.1393]),
  IT: country(euro, 480, 45, '39', [41.9028, 12.4964]),
  IE: country(euro, 560, 52, '353', [53.3498, -6.2603]),
  GB: country(cents('GBP'), 450, 45, '44', [51.5072, -0.1276]),
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
  DK: country(cents('DKK', 25), 4500, 450, '45', [55.6761, 12.5683], cashless),
  SE: country(cents('SEK', 50), 5900, 600, '46', [59.3293, 18.0686], cashless),
  NO: country(cents('NOK', 50), 6900, 700, '47', [59.9139, 10.7522], cashless),
  PL: country(cents('PLN', 10), 1490, 180, '48', [52.2297, 21.0122]),
  CZ: country(cents('CZK', 50), 8900, 1000, '420', [50.0755, 14.4378]),
  HU: country(cents('HUF', 500), 129000, 14000, '36', [47.4979, 19.0402]),
  RO: country(cents('RON', 10), 1690, 200, '40', [44.4268, 26.1025]),
  TR: country(cents('TRY', 50), 8900, 1200, '90', [41.0082, 28.9784]),
  US: country(cents('USD'), 675, 75, '1', [40.7128, -74.006], cashless),
  CA: country(cents('CAD'), 790, 90, '1', [43.6532, -79.3832], cashless),
  MX: country(cents('MXN', 50), 5900, 900, '52', [19.4326, -99.1332]),
  BR: country(cents('BRL', 10), 990, 180, '55', [-23.5558, -46.6396]),
  CL: country({ currency: 'CLP', exponent: 0, step: 10 }, 2490, 350, '56', [-33.4489, -70.6693]),
  JP: country(
    { currency: 'JPY', exponent: 0, step: 10 },
    800,
    60,
    '81',
    [35.6762, 139.6503],
    cashless,
  ),
  KR: country(
    { currency: 'KRW', exponent: 0, step: 50 },
    4500,
    600,
    '82',
    [37.5665, 126.978],
    cashless,
  ),
  SG: country(cents('SGD'), 690, 70, '65', [1.3521, 103.8198], cashless),
  AU: country(cents('AUD'), 890, 110, '61', [-33.8688, 151.2093], cashless),
  NZ: country(cents('NZD'), 890, 110, '64', [-36.8509, 174.7645], cashless),
  IN: country(cents('INR', 50), 4900, 900, '91', [19.076, 72.8777]),
  AE: country(cents('AED', 25), 1500, 150, '971', [25.2048, 55.2708], dry),
  SA: country(cents('SAR', 25), 1500, 150, '966', [24.7136, 46.6753], dry),
  QA: country(cents('QAR', 25), 1500, 150, '974', [25.2854, 51.531], dry),
  KW: country(
    { currency: 'KWD', exponent: 3, step: 50 },
    1500,
    130,
    '965',
    [29.3759, 47.9774],
    dry,
  ),
  BH: country({ currency: 'BHD', exponent: 3, step: 50 }, 1600, 130, '973', [26.2285, 50.586], dry),
  IL: country(cents('ILS', 10), 1900, 220, '972', [32.0853, 34.7818]),
  EG: country(cents('EGP', 50), 4500, 500, '20', [30.0444, 31.2357]),
  ZA: country(cents('ZAR', 50), 4900, 700, '27', [-26.2041, 28.0473]),
};

const byCurrency = new Map<string, Country>();
for (const one of Object.values(countries))
  if (!byCurrency.has(one.currency)) byCurrency.set(one.currency, one);

/**
 * The tariff of a country, in the currency that a store asks for where it asks for one.
 *
 * @returns `undefined` where no courier rides in the country and no currency is asked for
 */
export function tariffFor(code: string, currency?: string): Tariff | undefined {
  const own = countries[code];
  if (own !== undefined && (currency === undefined || currency === own.currency)) return own;
  if (currency === undefined) return undefined;
  return (
    byCurrency.get(currency) ?? {
      ...cents(currency),
      base: 500,
      perKilometer: 50,
      refused: [],
      takesCash: true,
    }
  );
}

/** An amount for people: `4.00 EUR`, `1250 JPY`, `1.250 KWD`. */
export function moneyText({ amount, currency }: Money): string {
  const { exponent } = byCurrency.get(currency) ?? { exponent: 2 };
  return `${(amount / 10 ** exponent).toFixed(exponent)} ${currency}`;
}
