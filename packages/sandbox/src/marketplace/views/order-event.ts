import type { JsonObject } from '@delivery-api/specs/contract';
import type { Rules } from '../domain/rules/rules.ts';
import type { Order } from '../state/records.ts';

/** Returns the event for a new order (contract: `OrderCreatedEvent`). */
export const orderEvent = (order: Order, eventId: string, rules: Rules): JsonObject => ({
  id: eventId,
  type: rules.event.name,
  occurred_at: order.created_at,
  api_version: rules.apiVersion,
  test: order.test,
  store_id: order.store_id,
  data: order,
});
