import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { move, type Step } from '../domain/orders/change.ts';
import { handOver, takeOver } from '../domain/orders/courier.ts';
import { apply, refusedStep } from '../operations/set-order-status.ts';
import type { MarketplaceState } from '../state/marketplace-state.ts';
import { deliveredBy } from '../state/order-model.ts';
import type { OrderRecord } from '../state/order-record.ts';

/** What is said for those who end an order early, where nobody says anything else. */
const reasons: Readonly<Record<string, Step>> = {
  'rejected merchant': { reason: { code: 'too_busy' } },
  'cancelled merchant': { reason: { code: 'too_busy' } },
  'cancelled customer': { reason: { code: 'customer_cancelled' } },
  'cancelled marketplace': { reason: { code: 'marketplace_cancelled' } },
  'delivery_failed courier': { reason: { code: 'customer_unreachable' }, merchantPaid: 'full' },
  'delivery_failed merchant': {
    reason: { code: 'customer_unreachable' },
    merchantPaid: 'undecided',
  },
};

/**
 * Moves an order along, playing everybody's part: to a status over all steps before it, or by what
 * comes next in its story.
 *
 * @throws {ProblemError} `invalid_transition` where the order cannot get there, `validation_failed`
 * where there is no such status
 */
export function advance(
  market: MarketplaceState,
  record: OrderRecord,
  to: string | undefined,
): SandboxResponse {
  const event = record.plot?.events?.find((name) => record.timers.has(name));
  const said = record.plot?.says?.(record.order, market.parts.clock.now());
  if (to === undefined && event !== undefined) record.timers.play(event);
  else if (to === undefined && said !== undefined) apply(market, record, said);
  else {
    const course = coursesTo(market, record, to);
    if (course === undefined) throw refusedStep(market, record.order, to ?? 'completed');
    for (const status of course) step(market, record, status);
  }
  return { status: 200, body: record.order };
}

function coursesTo(
  { rules: { steps, contract } }: MarketplaceState,
  { order }: OrderRecord,
  to: string | undefined,
): string[] | undefined {
  if (to === order.status) return [];
  if (to !== undefined) {
    if (contract.machines.some(({ states }) => states.has(to))) return steps.course(order, to);
    const message = 'is not a status of an order';
    throw new ProblemError('validation_failed', `/to ${message}.`, {
      errors: [{ pointer: '/to', code: 'enum', message }],
    });
  }
  const next = steps.next(order);
  return next === undefined ? undefined : [next];
}

function step(market: MarketplaceState, record: OrderRecord, to: string): void {
  const { order } = record;
  const by = market.rules.steps.actor(order, to);
  if (by === undefined) throw refusedStep(market, order, to);
  const isCouriers = deliveredBy(order) === 'marketplace';
  const isBeingMade = order.phase === 'active' && by === 'customer';
  if (to === 'in_delivery' && isCouriers) takeOver(market, record);
  else if (to === 'completed' && isCouriers) handOver(market, record);
  else
    move(market, record, to, by, {
      ...reasons[`${to} ${by}`],
      ...(isBeingMade && { merchantPaid: 'items' }),
    });
}
