import type { MarketplaceState } from '../../state/marketplace-state.ts';
import type { Cancellation, Order, Payment, Timing, Totals } from '../../state/order-model.ts';
import type { OrderRecord } from '../../state/order-record.ts';
import { implied } from './acknowledgement.ts';

/** What goes with another status. */
export interface Step {
  /** When it happened; now unless told otherwise. */
  at?: number;
  actorName?: string;
  reason?: { code: string; note?: string };
  merchantPaid?: string;
  unavailableLines?: string[];
  /** Other members that change in the same step. */
  more?: Partial<Order>;
}

/** Announces a change of an order: another revision, with what follows from the change. */
export function change(
  { parts, rules, orders }: MarketplaceState,
  record: OrderRecord,
  members: Partial<Order>,
): void {
  const next: Order = {
    ...record.order,
    ...members,
    revision: record.order.revision + 1,
    updated_at: parts.clock.instant(),
  };
  next.phase = rules.steps.phaseOf(next.status);
  next.allowed_transitions = rules.steps.allowed(next);
  orders.replace(record, next);
  parts.onChange('order', next.id);
}

/**
 * Takes an order to another status.
 *
 * @throws {Error} where the machine does not let `by` do so: a fault of the sandbox, for whoever
 * asks from outside was judged before
 */
export function move(
  market: MarketplaceState,
  record: OrderRecord,
  to: string,
  by: string,
  step: Step = {},
): void {
  const { parts, rules } = market;
  const { order } = record;
  if (!rules.steps.may(order, to, by))
    throw new Error(`${by} cannot take the order ${order.id} from ${order.status} to ${to}.`);
  const moment = step.at ?? parts.clock.now();
  const at = parts.clock.instant(moment);
  const { reason, actorName, more = {} } = step;
  const isEnd = rules.steps.isTerminal(to);
  change(market, record, {
    timing: timingAfter({ ...order.timing, ...more.timing }, to, at, isEnd),
    ...(by === 'merchant' && {
      acknowledgement: implied(order.acknowledgement, moment, parts.clock.now()),
    }),
    ...(to === 'accepted' && { acceptance: { ...order.acceptance, accepted_at: at } }),
    ...(to === 'completed' && settled(order)),
    ...(reason !== undefined && { cancellation: cancellation(by, reason, at, step) }),
    ...withoutTiming(more),
    status: to,
    history: [
      ...order.history,
      {
        status: to,
        at,
        by,
        ...(actorName !== undefined && { actor_name: actorName }),
        ...(reason !== undefined && { reason_code: reason.code }),
      },
    ],
    ...(isEnd && { closed_at: at }),
  });
  for (const follow of market.followers) follow(record, order);
}

const withoutTiming = ({ timing: _, ...members }: Partial<Order>): Partial<Order> => members;

/**
 * Once an order is ready its ready time is fixed, and one that ended early is handed over to
 * nobody.
 */
function timingAfter(timing: Timing, to: string, at: string, isEnd: boolean): Timing {
  const { latest_ready_at: latest, estimated_handover_at: handover, ...lasting } = timing;
  const isOpenEnded = to === 'accepted' || to === 'preparing';
  return {
    ...lasting,
    ...(isOpenEnded && latest !== undefined && { latest_ready_at: latest }),
    ...(to === 'ready' && { ready_at: at }),
    ...((!isEnd || to === 'completed') &&
      handover !== undefined && { estimated_handover_at: handover }),
  };
}

function cancellation(
  by: string,
  { code, note }: { code: string; note?: string },
  at: string,
  step: Step,
): Cancellation {
  return {
    by,
    reason_code: code,
    ...(note !== undefined && { note }),
    at,
    merchant_paid: step.merchantPaid ?? 'none',
    ...(step.unavailableLines !== undefined && { unavailable_line_ids: step.unavailableLines }),
  };
}

/** What was due has been collected when the customer has the order. */
function settled({ payments, totals, currency }: Order): { payments: Payment[]; totals: Totals } {
  return {
    payments: payments.map((payment) => ({ ...payment, state: 'paid' })),
    totals: { ...totals, due_at_handover: { amount: 0, currency } },
  };
}
