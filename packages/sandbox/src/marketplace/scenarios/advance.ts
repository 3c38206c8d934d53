import { invalidTransition } from '../domain/orders/transition-problem.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { invalidMember } from '../domain/rules/reject-items.ts';
import { deliveredBy, type Order, type OrderRecord } from '../state/records.ts';
import { applyStatusRequest } from './apply-status-request.ts';
import { scenarioOf } from './definitions.ts';
import { handOver, pickUp, setStatus, type TransitionDetails } from './steps.ts';
import { taskId } from './tasks.ts';

/** Details of the transitions that end an order early, by status and actor. */
const defaultDetails: Readonly<Record<string, TransitionDetails>> = {
  'rejected merchant': { reason: { reason_code: 'too_busy' } },
  'cancelled merchant': { reason: { reason_code: 'too_busy' } },
  'cancelled customer': { reason: { reason_code: 'customer_cancelled' } },
  'cancelled marketplace': { reason: { reason_code: 'marketplace_cancelled' } },
  'delivery_failed courier': {
    reason: { reason_code: 'customer_unreachable' },
    merchantPaid: 'full',
  },
  'delivery_failed merchant': {
    reason: { reason_code: 'customer_unreachable' },
    merchantPaid: 'undecided',
  },
};

/**
 * Advances an order on behalf of all actors: through all statuses up to `to`, or by the next step
 * of its scenario.
 *
 * @throws {ProblemError} `invalid_transition` if the order cannot reach the status;
 * `validation_failed` if the status does not exist
 */
export function advanceOrder(
  context: MarketplaceContext,
  record: OrderRecord,
  to: string | undefined,
): Order {
  const { scheduler, clock, state } = context;
  const { advanceTask, merchantRequest } = scenarioOf(record.scenario);
  const id = advanceTask && taskId(advanceTask, record.id);
  const request = merchantRequest?.(record.order, clock.now());
  if (to === undefined && id !== undefined && scheduler.has(id)) scheduler.runNow(id);
  else if (to === undefined && request !== undefined) applyStatusRequest(context, record, request);
  else {
    let current = record;
    for (const status of statusesTo(context, record, to)) current = step(context, current, status);
    return current.order;
  }
  return state.orders.get(record.id)?.order ?? record.order;
}

function statusesTo(
  { rules, contract }: MarketplaceContext,
  { order }: OrderRecord,
  to: string | undefined,
): string[] {
  if (to === order.status) return [];
  if (to !== undefined && !contract.machines.some(({ states }) => states.has(to)))
    throw invalidMember('/to', 'enum', 'must be a status of an order');
  const end = to ?? rules.transitions.next(order);
  const statuses = end === undefined ? undefined : rules.transitions.sequenceTo(order, end);
  if (statuses === undefined) throw invalidTransition(rules, order, to ?? 'completed');
  return statuses;
}

function step(context: MarketplaceContext, record: OrderRecord, to: string): OrderRecord {
  const { order } = record;
  const by = context.rules.transitions.actor(order, to);
  if (by === undefined) throw invalidTransition(context.rules, order, to);
  const isMarketplaceDelivery = deliveredBy(order) === 'marketplace';
  if (to === 'in_delivery' && isMarketplaceDelivery) return pickUp(context, record);
  if (to === 'completed' && isMarketplaceDelivery) return handOver(context, record);
  const isInPreparation = order.phase === 'active' && by === 'customer';
  return setStatus(context, record, to, by, {
    ...defaultDetails[`${to} ${by}`],
    ...(isInPreparation && { merchantPaid: 'items' }),
  });
}
