import type { Money } from '@delivery-api/lastmile-types';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { BookingRecord } from '../state/records.ts';

/**
 * Time after the courier assignment during which a cancellation is free, in milliseconds. It is
 * shorter than the time to the next scenario step (at least 20 s), so the scenario does not change
 * the status before `free_until`.
 */
const freePeriod = 15_000;

/**
 * Returns the reason why no request can cancel a booking (`NotCancellableReason`); `undefined` if a
 * request can cancel the booking.
 */
export function notCancellableReason(
  { machine }: LastmileContext,
  { status, cancellation, policy }: BookingRecord,
): string | undefined {
  const phase = machine.phaseOf(status);
  if (phase === 'closed') return 'closed';
  if (phase === 'return') return 'returning';
  if (cancellation?.state === 'declined') return 'declined';
  if (phase === 'transit' && policy.after_pickup.length === 0) return 'after_pickup_not_offered';
  return undefined;
}

/** Returns whether the courier is taking the packages to the dropoff (phase `transit`). */
export const isInTransit = ({ machine }: LastmileContext, { status }: BookingRecord): boolean =>
  machine.phaseOf(status) === 'transit';

/**
 * Returns the fee for a cancellation now; for a requested cancellation, its fee.
 *
 * @param afterPickup what happens to the packages if the courier has picked them up. Default:
 * `return_to_pickup`, if the policy offers it
 */
export function cancellationFee(
  context: LastmileContext,
  booking: BookingRecord,
  afterPickup = booking.policy.after_pickup.find((option) => option === 'return_to_pickup'),
): Money {
  const { cancellation, price } = booking;
  if (cancellation?.state === 'requested') return cancellation.fee;
  if (isInTransit(context, booking) && afterPickup !== 'return_to_pickup')
    return { amount: 0, currency: price.total.currency };
  const free = freeUntil(context, booking);
  return free !== undefined && context.clock.now() < free
    ? { amount: 0, currency: price.total.currency }
    : feeAt(context, booking, booking.status);
}

/** Returns the cancellation fee that the policy defines for `status`. */
export function feeAt(
  { statusOrder }: LastmileContext,
  { policy, price }: BookingRecord,
  status: string,
): Money {
  const reached = statusOrder.indexOf(status);
  const applicable = policy.fees.findLast(
    ({ from_status }) => statusOrder.indexOf(from_status) <= reached,
  );
  return applicable?.fee ?? { amount: 0, currency: price.total.currency };
}

/**
 * Returns when the free cancellation period ends, in milliseconds since 1970; `undefined` without a
 * courier or outside the phase `pickup`.
 */
export const freeUntil = (
  { machine }: LastmileContext,
  { status, courier }: BookingRecord,
): number | undefined =>
  courier !== undefined && machine.phaseOf(status) === 'pickup'
    ? courier.assignedAt + freePeriod
    : undefined;
