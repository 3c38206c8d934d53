import type { JsonObject } from '@delivery-api/specs/contract';
import type { Order } from '../state/records.ts';

/** Returns an order without personal data (contract: the table in "Retention"). */
export function withoutPersonalData(order: Order): Order {
  const { customer: _, notes: __, courier: ___, cancellation, fulfillment, items, ...rest } = order;
  return {
    ...rest,
    items: items.map(withoutNotes),
    fulfillment: anonymousFulfillment(fulfillment),
    history: order.history.map(({ actor_name: _name, ...entry }) => entry),
    ...(cancellation !== undefined && { cancellation: withoutNote(cancellation) }),
    acknowledgement: withoutNote(order.acknowledgement),
  };
}

const withoutNote = <Value extends { note?: string }>({ note: _, ...rest }: Value) => rest;

function withoutNotes({ note: _, allergy: __, ...item }: Order['items'][number]) {
  return item;
}

function anonymousFulfillment(fulfillment: Order['fulfillment']): Order['fulfillment'] {
  if (fulfillment.type === 'dine_in') return fulfillment;
  if (fulfillment.type === 'pickup') {
    const { vehicle_description: _, ...rest } = fulfillment;
    return rest;
  }
  const { address, instructions: _, ...rest } = fulfillment;
  if (address === undefined) return rest;
  const { city, country } = address;
  return { ...rest, address: { city, country } };
}

/** Returns the result of a status request (contract: `SetOrderStatusResult`). */
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
