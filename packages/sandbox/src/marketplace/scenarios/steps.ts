import type { OrderCancellation, OrderPayment, OrderTiming } from '@delivery-api/marketplace-types';
import { impliedAcknowledgement } from '../domain/orders/acknowledgement.ts';
import { setAutoComplete } from '../domain/orders/auto-complete.ts';
import { rideTime } from '../domain/orders/ready-time.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { createBlocker } from '../domain/stores/blockers.ts';
import { storeOf } from '../state/marketplace-state.ts';
import type { Order, OrderRecord } from '../state/records.ts';
import { courierOf, courierWithStatus, scheduleCourier } from './courier.ts';
import { scenarioOf } from './definitions.ts';
import {
  rescheduleOrder,
  scheduleCompletion,
  scheduleDecision,
  scheduleScenarioEvent,
} from './schedule.ts';
import { imposeBlocker } from './store-changes.ts';

const minute = 60_000;
/** Number of consecutive failures that causes `too_many_rejections` or `pos_unreachable`. */
export const consecutiveFailureLimit = 3;
const rejectionPause = 30 * minute;

/** The reason why an order ends early. */
export interface Reason {
  reason_code: string;
  note?: string;
}

/** Details of a transition. */
export interface TransitionDetails {
  /** When the transition occurred. Default: now. */
  at?: number;
  actorName?: string;
  reason?: Reason;
  /** Default: `none`. */
  merchantPaid?: string;
  unavailableLines?: string[];
  /** Other members that change. */
  members?: Partial<Order>;
}

/** Changes members of an order and increments its revision. */
export function changeOrder(
  context: MarketplaceContext,
  record: OrderRecord,
  members: Partial<Order>,
): OrderRecord {
  const { state, rules, clock, onChange } = context;
  const order: Order = {
    ...record.order,
    ...members,
    revision: record.order.revision + 1,
    updated_at: clock.instant(),
  };
  order.phase = rules.transitions.phaseOf(order.status);
  order.allowed_transitions = rules.transitions.allowed(order);
  setAutoComplete(order);
  const next = state.orders.update(record, { order });
  if (order.auto_complete_at !== record.order.auto_complete_at) scheduleCompletion(context, order);
  onChange('order', next.id);
  return next;
}

/**
 * Sets a new status of an order.
 *
 * @throws {Error} if the contract does not allow `by` to set the status; callers check this first
 */
export function setStatus(
  context: MarketplaceContext,
  record: OrderRecord,
  to: string,
  by: string,
  details: TransitionDetails = {},
): OrderRecord {
  const { clock, rules } = context;
  const { order } = record;
  if (!rules.transitions.isAllowed(order, to, by))
    throw new Error(`${by} cannot change the order ${order.id} from ${order.status} to ${to}.`);
  const time = details.at ?? clock.now();
  const at = clock.instant(time);
  const { reason, actorName, members: { timing, ...members } = {} } = details;
  const isEnd = rules.transitions.isTerminal(to);
  const { payments, totals, currency } = order;
  const next = changeOrder(context, record, {
    timing: timingAfter({ ...order.timing, ...timing }, to, at, isEnd),
    ...(by === 'merchant' && {
      acknowledgement: impliedAcknowledgement(order.acknowledgement, time, clock.now()),
    }),
    ...(to === 'accepted' && { acceptance: { ...order.acceptance, accepted_at: at } }),
    ...(isEnd && {
      payments: payments.map((payment) => ({ ...payment, state: stateAtEnd(payment, to) })),
      totals: { ...totals, due_at_handover: { amount: 0, currency } },
    }),
    ...(reason !== undefined && { cancellation: cancellation(by, reason, at, details) }),
    ...members,
    status: to,
    history: [
      ...order.history,
      {
        status: to,
        at,
        revision: order.revision + 1,
        by,
        ...(actorName !== undefined && { actor_name: actorName }),
        ...(reason !== undefined && { reason_code: reason.reason_code }),
      },
    ],
    ...(isEnd && { closed_at: at }),
  });
  applyConsequences(context, next, order);
  return next;
}

/** Returns the state of a payment after the order has ended (contract: `PaymentState`). */
function stateAtEnd({ state }: OrderPayment, to: string): string {
  if (to === 'completed') return 'paid';
  if (state === 'due') return 'not_collected';
  return state === 'paid' && to !== 'delivery_failed' ? 'refunded' : state;
}

/** Applies the consequences of a new status. The order of the calls determines the task order. */
function applyConsequences(context: MarketplaceContext, record: OrderRecord, before: Order): void {
  rescheduleOrder(context, record, before);
  countRejections(context, record);
  scheduleDecision(context, record);
  if (record.order.phase === 'closed') return;
  scheduleCourier(context, record);
  scheduleScenarioEvent(context, record);
  if (record.order.status !== 'accepted' || !scenarioOf(record.scenario).suspendsStore) return;
  const message = 'The marketplace has suspended this store.';
  const blocker = createBlocker(context.rules, 'suspended', message);
  imposeBlocker(context, storeOf(context.state, record), blocker);
}

/**
 * Pauses a store after three consecutive orders that it rejected or that expired (contract: blocker
 * `too_many_rejections`).
 */
function countRejections(context: MarketplaceContext, record: OrderRecord): void {
  const { state, rules, clock } = context;
  const { status, cancellation } = record.order;
  const store = storeOf(state, record);
  if (status === 'accepted' && store.rejections > 0) state.stores.update(store, { rejections: 0 });
  if (status !== 'rejected' && cancellation?.reason_code !== 'acceptance_expired') return;
  const rejections = (store.rejections + 1) % consecutiveFailureLimit;
  const counted = state.stores.update(store, { rejections });
  if (rejections > 0) return;
  const message = 'Paused for 30 minutes: three consecutive orders were rejected or expired.';
  const until = clock.now() + rejectionPause;
  imposeBlocker(context, counted, createBlocker(rules, 'too_many_rejections', message, { until }));
}

/**
 * Returns the times of an order after a status change. Only an order in `accepted` or `preparing`
 * keeps its latest ready time. An order that ended early has no estimated handover.
 */
function timingAfter(timing: OrderTiming, to: string, at: string, isEnd: boolean): OrderTiming {
  const { latest_ready_at: latest, estimated_handover_at: handover, ...others } = timing;
  const isBeforeReady = to === 'accepted' || to === 'preparing';
  const hasHandover = !isEnd || to === 'completed';
  return {
    ...others,
    ...(isBeforeReady && latest !== undefined && { latest_ready_at: latest }),
    ...(to === 'ready' && { ready_at: at }),
    ...(hasHandover && handover !== undefined && { estimated_handover_at: handover }),
  };
}

const cancellation = (
  by: string,
  { reason_code, note }: Reason,
  at: string,
  { merchantPaid = 'none', unavailableLines }: TransitionDetails,
): OrderCancellation => ({
  cancelled_by: by,
  reason_code,
  ...(note !== undefined && { note }),
  at,
  merchant_paid: merchantPaid,
  ...(unavailableLines !== undefined && { unavailable_line_ids: unavailableLines }),
});

/** Cancels an order that was not accepted in time, if its `on_expiry` is `cancel`. */
export function expireOrder(context: MarketplaceContext, record: OrderRecord): OrderRecord {
  const { status, acceptance } = record.order;
  const { initial } = context.rules.transitions;
  if (status !== initial || acceptance.on_expiry !== 'cancel') return record;
  const reason = { reason_code: 'acceptance_expired' };
  return setStatus(context, record, 'cancelled', 'system', { reason });
}

/** Records that the courier has picked up the order. */
export function pickUp(context: MarketplaceContext, record: OrderRecord): OrderRecord {
  const { clock } = context;
  const eta = clock.instant(clock.now() + rideTime);
  const { pickup_eta_at: _, ...assigned } = courierOf(context, record);
  const courier = { ...assigned, status: 'picked_up', dropoff_eta_at: eta };
  const timing = { ...record.order.timing, estimated_handover_at: eta };
  return setStatus(context, record, 'in_delivery', 'courier', { members: { courier, timing } });
}

/** Records that the courier has handed the order to the customer. */
export const handOver = (context: MarketplaceContext, record: OrderRecord): OrderRecord =>
  setStatus(context, record, 'completed', 'courier', {
    members: { courier: courierWithStatus(record.order, 'arrived_at_dropoff') },
  });
