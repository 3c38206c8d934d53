import type { JsonObject } from '@delivery-api/specs/contract';
import type { Order } from '../state/records.ts';

/** Returns an order without personal data. */
export function withoutPersonalData({ customer: _, ...order }: Order): Order {
  if (order.fulfillment.type !== 'delivery') return order;
  const { address: __, instructions: ___, ...fulfillment } = order.fulfillment;
  return { ...order, fulfillment };
}

/** Returns the result of a request for a status (contract: `SetOrderStatusResult`). */
export function statusResult(order: Order, previousStatus: string, changed: boolean): JsonObject {
  const { id, status, phase, revision, timing, history, created_at, allowed_transitions } = order;
  const { confirmed_ready_at } = timing;
  return {
    order_id: id,
    status,
    phase,
    previous_status: previousStatus,
    changed,
    revision,
    ...(confirmed_ready_at !== undefined && { confirmed_ready_at }),
    applied_at: history.at(-1)?.at ?? created_at,
    allowed_transitions,
  };
}

/** Returns the result of an acknowledgement (contract: `AcknowledgeOrderResult`). */
export function acknowledgementResult(order: Order, changed: boolean): JsonObject {
  const { id, external_id, status, phase, revision } = order;
  const { acknowledgement, acceptance, allowed_transitions } = order;
  return {
    order_id: id,
    ...(external_id !== undefined && { external_id }),
    changed,
    status,
    phase,
    revision,
    acknowledgement,
    acceptance,
    allowed_transitions,
  };
}
