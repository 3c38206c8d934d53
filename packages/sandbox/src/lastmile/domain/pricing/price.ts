import type {
  CancellationPolicy,
  Money,
  PackageRequest,
  Price,
  PriceComponent,
} from '../../state/model.ts';
import { shares, type Tariff } from './tariffs.ts';
import { sizeName, sizeOf } from './vehicles.ts';

/** What a price rests on. */
export interface Ride {
  meters: number;
  packages: readonly PackageRequest[];
  serviceLevel: string;
  checksAge: boolean;
  /** Whether the way is only known roughly. */
  isRough: boolean;
}

/** Works a price out from the tariff, without a tip. All components contain their taxes. */
export function priceOf(
  tariff: Tariff,
  { meters, packages, serviceLevel, checksAge, isRough }: Ride,
): Price {
  const kilometers = meters / 1000;
  const length = isRough
    ? `about ${Math.max(1, Math.round(kilometers))} km`
    : `${kilometers.toFixed(1)} km`;
  const size = Math.max(...packages.map(sizeOf));
  const isLarge = size >= 3;
  const value = packages.reduce(
    (sum, one) => sum + (one.value?.amount ?? 0) * (one.quantity ?? 1),
    0,
  );
  return priceFrom(tariff.currency, [
    {
      type: 'base',
      amount: rounded(tariff, tariff.base * (serviceLevel === 'express' ? 1 + shares.express : 1)),
    },
    { type: 'distance', amount: rounded(tariff, tariff.perKilometer * kilometers), label: length },
    {
      type: 'service',
      amount: isLarge ? share(tariff, size === 3 ? shares.large : shares.xlarge) : 0,
      label: `Package of size ${sizeName(size)}`,
    },
    {
      type: 'service',
      amount: checksAge ? share(tariff, shares.ageCheck) : 0,
      label: 'Check of the age',
    },
    { type: 'insurance', amount: rounded(tariff, value * shares.insurance) },
  ]);
}

/** A price of these components; those of nothing are left out. */
export function priceFrom(currency: string, parts: readonly PriceComponent[]): Price {
  const components = parts.filter(({ amount }) => amount !== 0);
  return {
    total: { amount: components.reduce((sum, { amount }) => sum + amount, 0), currency },
    components,
    tax_included: true,
  };
}

/** The price with one more component. */
export const withComponent = ({ total, components }: Price, component: PriceComponent): Price =>
  priceFrom(total.currency, [...components, component]);

/** The price with a tip, where there is one. */
export const withTip = (price: Price, tip: Money | undefined): Price =>
  tip === undefined ? price : withComponent(price, { type: 'tip', amount: tip.amount });

/** The price of a booking that costs nothing but a cancellation. */
export const feeOnly = ({ amount, currency }: Money): Price =>
  priceFrom(currency, [{ type: 'cancellation', amount }]);

/** What waiting at the pickup costs. */
export const waitingFee = (tariff: Tariff): number => share(tariff, shares.waiting);

/**
 * What giving a booking up costs, step by step.
 *
 * @param takesBack whether the goods can be brought back once the courier has them
 */
export function policyOf(tariff: Tariff, price: Price, takesBack: boolean): CancellationPolicy {
  const { currency } = tariff;
  const way = price.components.reduce(
    (sum, { type, amount }) => (type === 'base' || type === 'distance' ? sum + amount : sum),
    0,
  );
  const fees = [
    { from_status: 'courier_assigned', amount: share(tariff, shares.courierAssigned), currency },
    { from_status: 'arrived_at_pickup', amount: share(tariff, shares.arrivedAtPickup), currency },
    { from_status: 'picked_up', amount: rounded(tariff, way * shares.pickedUp), currency },
  ];
  return takesBack
    ? { fees, after_pickup: 'return_to_pickup' }
    : { fees: fees.slice(0, 2), after_pickup: 'not_allowed' };
}

const share = (tariff: Tariff, part: number): number => rounded(tariff, tariff.base * part);
const rounded = ({ step }: Tariff, amount: number): number => Math.round(amount / step) * step;
