import type { CancelBookingRequest, Cancellation, Money } from '@delivery-api/lastmile-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import {
  cancellationFee,
  isInTransit,
  notCancellableReason,
} from '../domain/cancellation-terms.ts';
import { findById } from '../domain/find-booking.ts';
import { rejectErrors } from '../domain/money-rules.ts';
import { moneyText } from '../domain/tariffs.ts';
import { instant } from '../domain/time.ts';
import { type BookingRevision, changeBooking } from '../scenarios/change-booking.ts';
import { networkDecision } from '../scenarios/definitions.ts';
import { scenarioRun } from '../scenarios/schedule.ts';
import { cancelled, returnToPickup } from '../scenarios/steps.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { BookingRecord } from '../state/records.ts';
import { bookingView } from '../views/booking.ts';

/**
 * Cancels a booking. Returns 200 if the cancellation is confirmed, also for a repeated request, and
 * 202 while the courier network decides.
 *
 * @throws {ProblemError} with a code that the operation documents; the state is then unchanged
 */
export function cancelBooking(
  context: LastmileContext,
  partner: string,
  request: CancelBookingRequest,
): SandboxResponse {
  const { clock, machine } = context;
  const booking = findById(context, partner, request.booking_id);
  const respond = (status: number, current: BookingRecord): SandboxResponse => ({
    status,
    body: bookingView(context, current) as unknown as JsonObject,
  });
  if (booking.cancellation?.state === 'confirmed') return respond(200, booking);
  if (booking.cancellation?.state === 'requested') return respond(202, booking);
  rejectNotCancellable(context, booking, request);
  const fee = cancellationFee(context, booking, request.after_pickup);
  rejectChangedTerms(booking, request, fee);
  const requested: Cancellation = {
    state: 'requested',
    cancelled_by: 'requester',
    reason_code: request.reason_code,
    ...(request.note !== undefined && { note: request.note }),
    fee,
    requested_at: clock.instant(),
  };
  const decision = networkDecision[booking.scenario];
  if (decision !== undefined && machine.phaseOf(booking.status) === 'pickup') {
    const set = { cancellation: requested, run: scenarioRun(context, booking, [decision]) };
    const update: BookingRevision = { set, changes: ['cancellation'], keepEtas: true };
    return respond(202, changeBooking(context, booking, update));
  }
  const confirmed: Cancellation = {
    ...requested,
    state: 'confirmed',
    decided_at: clock.instant(),
  };
  return respond(
    200,
    changeBooking(context, booking, outcome(context, booking, request, confirmed)),
  );
}

function rejectNotCancellable(
  context: LastmileContext,
  booking: BookingRecord,
  request: CancelBookingRequest,
): void {
  const reason =
    notCancellableReason(context, booking) ??
    (isInTransit(context, booking) ? afterPickupObstacle(booking, request) : undefined);
  if (reason === undefined) return;
  throw new ProblemError('booking_not_cancellable', reasonText(reason, booking), {
    members: {
      not_cancellable_reason: reason,
      current_status: booking.status,
      current_revision: booking.revision,
    },
  });
}

function afterPickupObstacle(
  { policy }: BookingRecord,
  { after_pickup: afterPickup = 'reject' }: CancelBookingRequest,
): string | undefined {
  if (afterPickup === 'reject') return 'picked_up';
  return policy.after_pickup.includes(afterPickup) ? undefined : 'after_pickup_not_offered';
}

function reasonText(reason: string, { status, updatedAt, policy }: BookingRecord): string {
  const offered = policy.after_pickup.join(' or ');
  switch (reason) {
    case 'picked_up':
      return `The courier has picked up the packages. To cancel the booking, send after_pickup with ${offered}.`;
    case 'after_pickup_not_offered':
      return offered === ''
        ? 'The courier has picked up the packages, and this booking cannot be cancelled after the pickup.'
        : `The courier has picked up the packages. This booking accepts only ${offered} in after_pickup.`;
    case 'returning':
      return 'The courier is already returning the packages.';
    case 'declined':
      return 'The courier network declined the cancellation; the delivery continues.';
    default:
      return `The booking was closed at ${instant(updatedAt)} with the status ${status}.`;
  }
}

function rejectChangedTerms(
  { revision, status }: BookingRecord,
  { expected_revision: expected, max_fee: max }: CancelBookingRequest,
  fee: Money,
): void {
  const current = { current_status: status, current_revision: revision };
  if (expected !== undefined && expected !== revision) {
    const detail = `You expected revision ${expected}, but the booking is at revision ${revision}.`;
    throw new ProblemError('revision_conflict', detail, { members: current });
  }
  if (max !== undefined && max.currency !== fee.currency) {
    const message = `must be ${fee.currency}, the currency of this booking`;
    const pointer = '/max_fee/currency';
    rejectErrors('validation_failed', [{ pointer, code: 'currency', message }]);
  }
  if (max !== undefined && fee.amount > max.amount) {
    const cost = `The cancellation fee is ${moneyText(fee)} in the status ${status}`;
    const detail = `${cost}; your max_fee is ${moneyText(max)}.`;
    throw new ProblemError('cancellation_fee_changed', detail, { members: { fee, ...current } });
  }
}

/** Returns the changes to the booking after a confirmed cancellation. */
function outcome(
  context: LastmileContext,
  booking: BookingRecord,
  { after_pickup: afterPickup }: CancelBookingRequest,
  cancellation: Cancellation,
): BookingRevision {
  if (!isInTransit(context, booking)) return cancelled(cancellation);
  const by = 'requester';
  const reason = { code: 'requester_cancelled', message: 'Cancelled by you after the pickup.' };
  if (afterPickup === 'dispose')
    return { status: 'failed', reason, by, set: { cancellation }, changes: ['cancellation'] };
  const { set, ...update } = returnToPickup(context, booking, reason);
  const run = scenarioRun(context, booking, ['bring_back']);
  return { ...update, by, set: { ...set, cancellation, run }, changes: ['cancellation', 'price'] };
}
