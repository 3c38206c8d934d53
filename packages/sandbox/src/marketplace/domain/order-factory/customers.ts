import type { Customer, DeliveryAddress, Store } from '@delivery-api/marketplace-types';
import type { Random } from '../../../kernel/random.ts';
import type { Order } from '../../state/records.ts';

/**
 * Picks a customer from the contract's examples, preferably a customer of this store, with a random
 * `order_count`. If the examples have no customer, returns a fixed one.
 */
export function pickCustomer(orders: readonly Order[], store: Store, random: Random): Customer {
  const own = orders.filter(({ store_id }) => store_id === store.id);
  const known = (own.length > 0 ? own : orders)
    .map(({ customer }) => customer)
    .filter((customer) => customer !== undefined);
  if (known.length === 0) return { name: 'Kim', order_count: 0 };
  return { ...random.pick(known), order_count: random.between(0, 12) };
}

/**
 * Picks an address from the store's example orders. If no order has an address, creates one near
 * the store.
 */
export function pickAddress(
  orders: readonly Order[],
  store: Store,
  random: Random,
): DeliveryAddress {
  const known = orders.flatMap(({ store_id, fulfillment }) =>
    store_id === store.id && fulfillment.type === 'delivery' && fulfillment.address !== undefined
      ? [fulfillment.address]
      : [],
  );
  if (known.length > 0) return random.pick(known);
  const { line2: _, location, ...street } = store.address;
  const nearby = (degrees: number): number =>
    Number((degrees + (random.next() - 0.5) / 50).toFixed(6));
  return {
    ...street,
    line1: `${street.line1.replace(/[\d\s]+$/, '')} ${random.between(1, 180)}`,
    ...(location !== undefined && {
      location: { latitude: nearby(location.latitude), longitude: nearby(location.longitude) },
    }),
  };
}
