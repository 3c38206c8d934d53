import type { JsonObject } from '@delivery-api/specs/contract';
import { type Collection, KeyIndex } from '../kernel/collection.ts';
import type { Delivery, SendOptions } from '../kernel/delivery.ts';
import type { Store } from '../kernel/store.ts';

/** Maximum number of stored deliveries that are no longer waiting. */
const keptDeliveries = 10_000;

/** The deliveries of one interface in the store. */
export interface DeliveryCollection {
  deliveries: Collection<Delivery>;
  /** Returns the deliveries of an event, one for each target, or the single delivery with an ID. */
  find(id: string): Delivery[];
}

export function declareDeliveries(store: Store, name: string): DeliveryCollection {
  const byEvent = new KeyIndex<Delivery>(({ eventId }) => eventId);
  const group = ({ state }: Delivery) => (state === 'waiting' ? undefined : 'ended');
  const options = { indexes: [byEvent], bound: { limit: keptDeliveries, group } };
  const deliveries = store.collection<Delivery>(name, options);
  const find = (id: string): Delivery[] =>
    (deliveries.has(id) ? [id] : byEvent.ids(id)).flatMap((found) => deliveries.get(found) ?? []);
  return { deliveries, find };
}

/** Returns the properties that the deliveries of an event to all targets have in common. */
export const newDelivery = (
  event: JsonObject,
  subject: string,
  { until, faults = [] }: SendOptions,
): Omit<Delivery, 'id' | 'target'> => ({
  eventId: String(event.id),
  type: String(event.type),
  subject,
  occurredAt: String(event.occurred_at),
  body: JSON.stringify(event),
  state: 'waiting',
  attempts: [],
  pending: [],
  scheduled: 0,
  sent: 0,
  faults,
  ...(until !== undefined && { until }),
});
