import { type Order, readyAt } from '../../state/records.ts';

const hour = 3_600_000;
/** Time from the last planned time of an order until the system completes the order. */
const afterHandover = 12 * hour;
/** Time from `ready` until the system completes a pickup or dine-in order. */
const afterReady = hour;

/** Sets or removes the time of automatic completion (contract: `Order.auto_complete_at`). */
export function setAutoComplete(order: Order): void {
  delete order.auto_complete_at;
  if (order.phase === 'active')
    order.auto_complete_at = new Date(autoCompleteAt(order)).toISOString();
}

function autoCompleteAt(order: Order): number {
  const { status, fulfillment, timing, created_at, updated_at } = order;
  if (status === 'ready' && fulfillment.type !== 'delivery')
    return Date.parse(timing.ready_at ?? updated_at) + afterReady;
  const planned = [
    timing.estimated_handover_at,
    timing.requested_window?.ends_at,
    readyAt(order),
    created_at,
  ];
  return Math.max(...planned.map((time) => Date.parse(time ?? created_at))) + afterHandover;
}
