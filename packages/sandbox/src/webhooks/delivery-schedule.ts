import type { WebhookDelivery } from '@delivery-api/specs/contract';
import type { Delivery } from '../kernel/delivery.ts';
import { Random } from '../kernel/random.ts';

/** Maximum jitter, as a fraction of the delay. */
const jitterShare = 0.1;

/**
 * Returns when the next attempt is due, in milliseconds since 1970; `undefined` if the schedule of
 * the contract has ended, or if a retry would be later than `until` of the delivery.
 *
 * A schedule that ends with its last delay has jitter: each delay is up to 10% shorter or longer.
 * The event and the attempt number determine the jitter, so that it does not depend on the order in
 * which parallel attempts end.
 *
 * @param now simulated time, in milliseconds since 1970
 * @param retryAfter the `Retry-After` of the receiver, in seconds; it can only lengthen the delay
 */
export function nextAttemptDue(
  { delays_seconds: delays, until: end }: WebhookDelivery,
  { eventId, scheduled, until }: Pick<Delivery, 'eventId' | 'scheduled' | 'until'>,
  now: number,
  retryAfter = 0,
): number | undefined {
  if (scheduled >= delays.length && (end === 'exhausted' || until === undefined)) return undefined;
  const delay = delays[Math.min(scheduled, delays.length - 1)] ?? 0;
  const jitter = end === 'exhausted' ? jitterOf(eventId, scheduled) : 0;
  const due = now + Math.round(Math.max(delay * (1 + jitter), retryAfter) * 1000);
  const isTooLate = until !== undefined && scheduled > 0 && due > until;
  return isTooLate ? undefined : due;
}

const jitterOf = (eventId: string, scheduled: number): number =>
  jitterShare * (2 * new Random(`${eventId} ${scheduled}`).next() - 1);
