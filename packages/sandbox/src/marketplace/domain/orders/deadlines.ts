import { type MarketplaceState, storeOf } from '../../state/marketplace-state.ts';
import type { Order } from '../../state/order-model.ts';
import type { OrderRecord } from '../../state/order-record.ts';
import { blockerOf } from '../stores/blockers.ts';
import { change, move } from './change.ts';

const second = 1_000;
const minute = 60 * second;
/**
 * When the event comes again while nobody acknowledges it, counted from the first attempt
 * (contract: webhook `order_created`).
 */
const resentAfter = [60 * second, 120 * second];
/**
 * How many orders in a row bring a store the blockers `too_many_rejections` and `pos_unreachable`.
 */
const patience = 3;

/** Plans what time does to an order that is not closed. */
export function planDeadlines(market: MarketplaceState, record: OrderRecord): void {
  const { timers, order } = record;
  const { acceptance, acknowledgement, status } = order;
  const created = Date.parse(order.created_at);
  if (status === market.rules.steps.initial) {
    if (acceptance.accept_by !== undefined) {
      timers.set('expire', Date.parse(acceptance.accept_by), () => expire(market, record));
    }
    if (acceptance.mode === 'auto')
      timers.set('auto_accept', created + second, () => move(market, record, 'accepted', 'system'));
  }
  if (acknowledgement.state === 'pending') {
    timers.set('acknowledge', Date.parse(acknowledgement.acknowledge_by), () =>
      timeOut(market, record),
    );
    for (const wait of resentAfter)
      timers.set(`resend_${wait}`, created + wait, () => resend(market, record));
  }
  followDeadlines(market, record, order);
}

/** Calls off the deadlines that a status has made pointless, and begins those that it brings. */
export function followDeadlines(
  market: MarketplaceState,
  record: OrderRecord,
  before: Order,
): void {
  const { order, timers } = record;
  if (order.status !== market.rules.steps.initial) {
    timers.clear('expire');
    timers.clear('auto_accept');
  }
  if (order.acknowledgement.state === 'succeeded' && before.acknowledgement.state !== 'succeeded')
    heard(market, record);
  if (order.phase === 'closed') {
    timers.clearAll();
    quiet(market, record);
  } else if (order.status === 'ready' && order.fulfillment.type !== 'delivery') {
    const since = Date.parse(order.timing.ready_at ?? order.updated_at);
    timers.set('leftover', since + 60 * minute, () => move(market, record, 'completed', 'system'));
  }
}

/** Counts what became of the orders of a store (contract: blocker `too_many_rejections`). */
export function followRejections(market: MarketplaceState, record: OrderRecord): void {
  const { status, cancellation } = record.order;
  const store = storeOf(market, record);
  if (status === 'accepted') store.rejections = 0;
  if (status !== 'rejected' && cancellation?.reason_code !== 'acceptance_expired') return;
  store.rejections += 1;
  if (store.rejections < patience) return;
  store.rejections = 0;
  const until = market.parts.clock.now() + 30 * minute;
  const message =
    'Paused for half an hour: three orders in a row were rejected or ran out of time.';
  store.impose(blockerOf(market.rules, 'too_many_rejections', message, { until }));
}

/** The store's system has spoken: no further attempt, and the connection works. */
export function heard(market: MarketplaceState, record: OrderRecord): void {
  const store = storeOf(market, record);
  quiet(market, record);
  store.missed = 0;
  store.lift('pos_unreachable');
}

/**
 * The deadline for accepting has passed; does nothing where somebody was faster, or nothing is to
 * happen then.
 */
export function expire(market: MarketplaceState, record: OrderRecord): void {
  const { status, acceptance } = record.order;
  if (status !== market.rules.steps.initial || acceptance.on_expiry !== 'cancel') return;
  move(market, record, 'cancelled', 'system', { reason: { code: 'acceptance_expired' } });
}

function quiet({ parts }: MarketplaceState, { timers, delivery }: OrderRecord): void {
  timers.clear('acknowledge');
  for (const wait of resentAfter) timers.clear(`resend_${wait}`);
  if (delivery !== undefined) parts.dispatcher.stop(delivery.eventId);
}

/** Without a receipt the event's own schedule is still at work. */
function resend({ parts }: MarketplaceState, { delivery }: OrderRecord): void {
  if (delivery?.state === 'received') parts.dispatcher.redeliver(delivery.eventId);
}

function timeOut(market: MarketplaceState, record: OrderRecord): void {
  const store = storeOf(market, record);
  change(market, record, {
    acknowledgement: { ...record.order.acknowledgement, state: 'timed_out' },
  });
  store.missed += 1;
  if (store.missed < patience || store.has('pos_unreachable')) return;
  store.impose(
    blockerOf(
      market.rules,
      'pos_unreachable',
      'Three orders in a row were not acknowledged in time.',
    ),
  );
}
