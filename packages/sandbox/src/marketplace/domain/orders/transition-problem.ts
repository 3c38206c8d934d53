import { ProblemError } from '../../../kernel/problem-error.ts';
import { deliveredBy, type Order } from '../../state/records.ts';
import type { Rules } from '../rules/rules.ts';

/** Returns the problem for a status that the merchant cannot set, with the possible statuses. */
export function invalidTransition({ transitions }: Rules, order: Order, to: string): ProblemError {
  const { status, cancellation, closed_at } = order;
  const allowed = order.allowed_transitions.map((transition) => transition.status);
  const isMarketplaceDelivery =
    deliveredBy(order) === 'marketplace' &&
    ['in_delivery', 'completed', 'delivery_failed'].includes(to);
  const reason =
    cancellation === undefined
      ? ''
      : ` (${cancellation.reason_code}, by ${cancellation.cancelled_by})`;
  const options =
    allowed.length === 0
      ? 'another actor sets the next status'
      : `possible statuses: ${allowed.join(', ')}`;
  const detail = transitions.isTerminal(status)
    ? `The order became ${status} at ${closed_at}${reason}.`
    : isMarketplaceDelivery
      ? `The marketplace delivers this order, so its courier sets ${to}.`
      : `The status cannot change from ${status} to ${to} now; ${options}.`;
  return new ProblemError('invalid_transition', detail, {
    members: {
      current_status: status,
      requested_status: to,
      current_revision: order.revision,
      allowed_statuses: allowed,
    },
  });
}
