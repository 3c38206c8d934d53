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
      : ` (${cancellation.reason_code}, by the ${cancellation.cancelled_by})`;
  const options =
    allowed.length === 0
      ? 'Your integration cannot set a status now.'
      : `Allowed statuses: ${allowed.join(', ')}.`;
  const detail = transitions.isTerminal(status)
    ? `The order was closed at ${closed_at} with the status ${status}${reason}.`
    : isMarketplaceDelivery
      ? `Your integration cannot set ${to}, because a courier of the marketplace delivers this order.`
      : `The order cannot change from ${status} to ${to}. ${options}`;
  return new ProblemError('invalid_transition', detail, {
    members: {
      current_status: status,
      requested_status: to,
      current_revision: order.revision,
      allowed_statuses: allowed,
    },
  });
}
