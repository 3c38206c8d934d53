import type { WebhookDelivery } from '@delivery-api/specs/contract';
import type { Delivery } from '../kernel/delivery.ts';

/**
 * Returns when the next attempt is due, in milliseconds since 1970; `undefined` when the schedule
 * of the contract has ended, or when the attempt would come too late.
 *
 * @param now simulated time
 * @param wait the seconds that the receiver asked for; they replace those of the schedule
 */
export function nextAttemptDue(
  { delays_seconds: delays, until: end }: WebhookDelivery,
  { scheduled, until }: Delivery,
  now: number,
  wait: number | undefined,
): number | undefined {
  if (scheduled >= delays.length && (end === 'exhausted' || until === undefined)) return undefined;
  const seconds = wait ?? delays[Math.min(scheduled, delays.length - 1)] ?? 0;
  const due = now + seconds * 1000;
  const isTooLate = until !== undefined && scheduled > 0 && due > until;
  return isTooLate ? undefined : due;
}
