import type {
  AfterPickup,
  CancellationPolicy,
  Money,
  PackageInput,
  PriceBreakdown,
  PriceComponent,
} from '@delivery-api/lastmile-types';
import { cancellationFees, surcharges, type Tariff } from './tariffs.ts';
import { sizeName, sizeOf } from './vehicles.ts';

/** The values that a price depends on. */
export interface PriceInput {
  meters: number;
  packages: readonly PackageInput[];
  serviceLevel: string;
  checksAge: boolean;
  /** Whether the distance is approximate. */
  isApproximate: boolean;
}

/** Calculates the price without a tip. All components include taxes. */
export function priceOf(
  tariff: Tariff,
  { meters, packages, serviceLevel, checksAge, isApproximate }: PriceInput,
): PriceBreakdown {
  const kilometers = meters / 1000;
  const distance = isApproximate
    ? `about ${Math.max(1, Math.round(kilometers))} km`
    : `${kilometers.toFixed(1)} km`;
  const size = Math.max(...packages.map(sizeOf));
  const sizeShare = size < 3 ? 0 : size === 3 ? surcharges.large : surcharges.xlarge;
  const value = packages.reduce(
    (sum, item) => sum + (item.value?.amount ?? 0) * (item.quantity ?? 1),
    0,
  );
  return priceFrom(tariff.currency, [
    {
      type: 'base',
      amount: share(tariff, serviceLevel === 'express' ? 1 + surcharges.express : 1),
    },
    {
      type: 'distance',
      amount: rounded(tariff, tariff.perKilometer * kilometers),
      label: distance,
    },
    {
      type: 'service',
      amount: share(tariff, sizeShare),
      label: `Package of size ${sizeName(size)}`,
    },
    {
      type: 'service',
      amount: share(tariff, checksAge ? surcharges.ageCheck : 0),
      label: 'Age check',
    },
    { type: 'insurance', amount: rounded(tariff, value * surcharges.insurance) },
  ]);
}

/** Returns the price that is the sum of the components. Omits components with the amount 0. */
export function priceFrom(currency: string, parts: readonly PriceComponent[]): PriceBreakdown {
  const components = parts.filter(({ amount }) => amount !== 0);
  const amount = components.reduce((sum, component) => sum + component.amount, 0);
  return { total: { amount, currency }, components, tax_included: true };
}

/** Returns the price with an additional component. */
export const withComponent = (
  { total, components }: PriceBreakdown,
  component: PriceComponent,
): PriceBreakdown => priceFrom(total.currency, [...components, component]);

/** Returns the price, including the tip if there is one. */
export const withTip = (price: PriceBreakdown, tip: Money | undefined): PriceBreakdown =>
  tip === undefined ? price : withComponent(price, { type: 'tip', amount: tip.amount });

/** Returns a price that consists only of a cancellation fee. */
export const feeOnly = ({ amount, currency }: Money): PriceBreakdown =>
  priceFrom(currency, [{ type: 'cancellation', amount }]);

/** Returns the surcharge for waiting at the pickup. */
export const waitingFee = (tariff: Tariff): number => share(tariff, surcharges.waiting);

/**
 * Returns the cancellation policy for a price.
 *
 * @param afterPickup the options for a cancellation after the pickup
 */
export function policyOf(
  tariff: Tariff,
  price: PriceBreakdown,
  afterPickup: readonly AfterPickup[],
): CancellationPolicy {
  const { currency } = tariff;
  const ride = price.components.reduce(
    (sum, { type, amount }) => (type === 'base' || type === 'distance' ? sum + amount : sum),
    0,
  );
  const amounts = {
    courier_assigned: share(tariff, cancellationFees.courierAssigned),
    arrived_at_pickup: share(tariff, cancellationFees.arrivedAtPickup),
    ...(afterPickup.includes('return_to_pickup') && {
      picked_up: rounded(tariff, ride * cancellationFees.pickedUp),
    }),
  };
  return {
    fees: Object.entries(amounts).map(([from_status, amount]) => ({
      from_status,
      fee: { amount, currency },
    })),
    after_pickup: [...afterPickup],
  };
}

const share = (tariff: Tariff, part: number): number => rounded(tariff, tariff.base * part);
const rounded = ({ step }: Tariff, amount: number): number => Math.round(amount / step) * step;
