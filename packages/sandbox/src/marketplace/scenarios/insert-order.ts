import { setAutoComplete } from '../domain/orders/auto-complete.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import type { Order, OrderRecord } from '../state/records.ts';
import { scheduleCourier } from './courier.ts';
import { scheduleDecision, scheduleOrder } from './schedule.ts';

/** Adds an order and schedules its tasks. */
export function insertOrder(
  context: MarketplaceContext,
  order: Order,
  details: Pick<OrderRecord, 'eventId' | 'scenario'> = {},
): OrderRecord {
  const { orders, orderNumber } = context.state;
  const number = orderNumber.get() + 1;
  orderNumber.set(number);
  const inserted = { ...order };
  if (order.auto_complete_at === undefined) setAutoComplete(inserted);
  const record = orders.put({ id: order.id, order: inserted, number, ...details });
  if (order.phase !== 'closed') {
    scheduleOrder(context, record);
    scheduleCourier(context, record);
  }
  scheduleDecision(context, record);
  return record;
}
