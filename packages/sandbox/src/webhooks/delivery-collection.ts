import { type Collection, KeyIndex } from '../kernel/collection.ts';
import type { Delivery } from '../kernel/delivery.ts';
import type { Store } from '../kernel/store.ts';

/** Maximum number of deliveries kept that are no longer waiting. */
const keptDeliveries = 10_000;

/** The deliveries of one interface in the store. */
export interface DeliveryCollection {
  deliveries: Collection<Delivery>;
  byEvent: KeyIndex<Delivery>;
}

export function declareDeliveries(store: Store, name: string): DeliveryCollection {
  const byEvent = new KeyIndex<Delivery>(({ eventId }) => eventId);
  const group = ({ state }: Delivery) => (state === 'waiting' ? undefined : 'ended');
  const options = { indexes: [byEvent], bound: { limit: keptDeliveries, group } };
  return { deliveries: store.collection(name, options), byEvent };
}
