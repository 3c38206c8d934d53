import type { Cancellation, Money, StatusReason } from '@delivery-api/lastmile-types';
import { feeAt } from '../domain/cancellation-terms.ts';
import { ridingTo, waitingAt } from '../domain/courier-position.ts';
import { feeOnly, priceFrom, waitingFee, withComponent } from '../domain/price.ts';
import { tariffFor } from '../domain/tariffs.ts';
import { minute } from '../domain/time.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { BookingRecord, WaypointName } from '../state/records.ts';
import type { BookingRevision } from './change-booking.ts';
import { assignCourier, captureProofs, pointNear } from './couriers.ts';
import { stepTo } from './definitions.ts';
import { scenarioRun } from './schedule.ts';

/** Returns the changes that a step makes to a booking. */
type Step = (context: LastmileContext, booking: BookingRecord) => BookingRevision;

/** Additional delay of the courier in each `drift` step, in milliseconds. */
const driftDelay = 5 * minute;

/** The scenario steps. Each step creates one revision. */
export const steps: Readonly<Record<string, Step>> = {
  search: () => ({ status: 'searching' }),
  assign(context, booking) {
    const courier = assignCourier(context, booking);
    const leg = waitingAt(pointNear(context.random, booking.route.pickup), context.clock.now());
    return { status: 'courier_assigned', set: { courier, leg }, changes: ['courier'] };
  },
  ride: ({ clock }, booking) => ({
    status: 'enroute_to_pickup',
    set: { leg: ridingTo(booking, 'pickup', clock.now()) },
  }),
  reach_pickup: (context, booking) => ({
    status: 'arrived_at_pickup',
    set: arrival(context, booking, 'pickup'),
  }),
  pick_up: (context, booking) => ({
    status: 'picked_up',
    ...handover(context, booking, 'pickup'),
  }),
  leave: ({ clock }, booking) => ({
    status: 'enroute_to_dropoff',
    set: { leg: ridingTo(booking, 'dropoff', clock.now()) },
  }),
  reach_dropoff: (context, booking) => ({
    status: 'arrived_at_dropoff',
    set: arrival(context, booking, 'dropoff'),
  }),
  deliver: (context, booking) => ({
    status: 'delivered',
    ...handover(
      context,
      booking,
      'dropoff',
      booking.ordered.handover === 'leave_at_door' ? ['photo'] : [],
    ),
  }),
  leave_at_door: (context, booking) => ({
    status: 'delivered',
    ...handover(context, booking, 'dropoff', ['photo']),
  }),
  give_back: (_, { reassignments }) => ({
    status: 'searching',
    reason: {
      code: 'courier_issue',
      message: 'The courier has a flat tire. The service is searching for another courier.',
    },
    set: {
      courier: undefined,
      leg: undefined,
      progress: { pickup: {}, dropoff: {} },
      reassignments: reassignments + 1,
    },
    changes: ['courier'],
  }),
  drift({ clock }, booking) {
    const now = clock.now();
    const { run, progress } = booking;
    const later = (progress.dropoff?.eta?.expectedAt ?? now) + driftDelay;
    const notBefore = { ...run?.notBefore, arrived_at_dropoff: later };
    return {
      set: { leg: ridingTo(booking, 'dropoff', now), run: run && { ...run, notBefore } },
    };
  },
  charge_waiting(_, { ordered, price }) {
    const tariff = tariffFor(ordered.pickup.address.country, price.total.currency);
    const amount = tariff === undefined ? 0 : waitingFee(tariff);
    const component = { type: 'waiting', amount, label: 'Waiting at the pickup' };
    return { set: { price: withComponent(price, component) }, changes: ['price'] };
  },
  expire: (_, booking) =>
    withoutCharge(booking, 'expired', {
      code: 'no_courier_available',
      message: 'No courier accepted the booking in time.',
    }),
  reject: (_, booking) =>
    withoutCharge(booking, 'rejected', {
      code: 'regulatory',
      message: 'The courier network cannot deliver these goods to the dropoff today.',
    }),
  provider_cancel(context, booking) {
    const reason = {
      code: 'technical_issue',
      message: 'The courier network failed. Book the delivery again.',
    };
    const { set, ...rest } = withoutCharge(booking, 'cancelled', reason);
    const cancellation = confirmedBy(context, 'provider', noFee(booking));
    const changes = ['cancellation', 'price'];
    return { ...rest, by: 'provider', set: { ...set, cancellation }, changes };
  },
  find_closed(context, booking) {
    const fee = feeAt(context, booking, booking.status);
    return {
      status: 'cancelled',
      reason: { code: 'pickup_closed', message: 'The pickup was closed when the courier arrived.' },
      by: 'courier',
      set: { cancellation: confirmedBy(context, 'courier', fee), price: feeOnly(fee) },
      changes: ['cancellation', 'price'],
    };
  },
  confirm_cancel(context, booking) {
    const requested = requestedCancellation(booking);
    const decided_at = context.clock.instant();
    return cancelled({ ...requested, state: 'confirmed', decided_at });
  },
  decline_cancel(context, booking) {
    const cancellation: Cancellation = {
      ...requestedCancellation(booking),
      state: 'declined',
      fee: noFee(booking),
      decided_at: context.clock.instant(),
    };
    const run = scenarioRun(context, booking, stepsAfter(context, booking.status));
    return { set: { cancellation, run }, changes: ['cancellation'], keepEtas: true };
  },
  miss_recipient: (context, booking) =>
    returnToPickup(context, booking, {
      code: 'recipient_no_show',
      message: 'The recipient did not open the door, and did not respond to two calls.',
    }),
  fail_age_check: (context, booking) =>
    returnToPickup(context, booking, {
      code: 'age_verification_failed',
      message: 'The recipient could not prove the required age.',
    }),
  bring_back(context, booking) {
    const atPickup = { ...booking, ...arrival(context, booking, 'return') };
    const { set, changes } = handover(context, atPickup, 'return');
    const { leg } = atPickup;
    const reason = booking.statusReason as StatusReason;
    return { status: 'returned', reason, set: { ...set, leg }, changes };
  },
  lose: () => ({
    status: 'failed',
    by: 'courier',
    reason: {
      code: 'package_missing_or_wrong',
      message: 'The packages were lost during the return.',
    },
  }),
};

/** Returns the changes for a cancellation by the requester, including the fee. */
export const cancelled = (cancellation: Cancellation): BookingRevision => ({
  status: 'cancelled',
  reason: { code: 'requester_cancelled', message: 'Cancelled by you.' },
  set: { cancellation, price: feeOnly(cancellation.fee) },
  changes: ['cancellation', 'price'],
});

/**
 * Returns the changes that start the return of the packages to the pickup, including the return fee
 * that the policy defines.
 */
export function returnToPickup(
  context: LastmileContext,
  booking: BookingRecord,
  reason: StatusReason,
): BookingRevision & { set: Partial<BookingRecord> } {
  const { amount } = feeAt(context, booking, 'picked_up');
  return {
    status: 'returning',
    reason,
    by: 'courier',
    set: {
      price: withComponent(booking.price, { type: 'return', amount }),
      progress: { ...booking.progress, return: {} },
      leg: ridingTo(booking, 'return', context.clock.now()),
    },
    changes: ['price'],
  };
}

/**
 * Returns the steps that lead from `status`, without incidents, to the delivery of the packages, or
 * to the end of an ongoing return.
 */
export function stepsAfter({ mainSequence, machine }: LastmileContext, status: string): string[] {
  if (machine.phaseOf(status) === 'return') return ['bring_back'];
  return mainSequence.slice(mainSequence.indexOf(status) + 1).map((next) => stepTo[next] as string);
}

const noFee = ({ price }: BookingRecord): Money => ({ amount: 0, currency: price.total.currency });

const withoutCharge = (
  { price }: BookingRecord,
  status: string,
  reason: StatusReason,
): BookingRevision => ({
  status,
  reason,
  set: { price: priceFrom(price.total.currency, []) },
  changes: ['price'],
});

function requestedCancellation({ id, cancellation }: BookingRecord): Cancellation {
  if (cancellation === undefined)
    throw new Error(`The booking ${id} has no requested cancellation.`);
  return cancellation;
}

function confirmedBy({ clock }: LastmileContext, cancelledBy: string, fee: Money): Cancellation {
  const now = clock.instant();
  return { state: 'confirmed', cancelled_by: cancelledBy, fee, requested_at: now, decided_at: now };
}

function arrival(
  { clock }: LastmileContext,
  { progress, route }: BookingRecord,
  waypoint: WaypointName,
): Pick<BookingRecord, 'progress' | 'leg'> {
  const now = clock.now();
  return {
    progress: { ...progress, [waypoint]: { ...progress[waypoint], arrivedAt: now } },
    leg: waitingAt(waypoint === 'dropoff' ? route.dropoff : route.pickup, now),
  };
}

/** Completes a waypoint and captures all required proofs. */
function handover(
  context: LastmileContext,
  booking: BookingRecord,
  waypoint: WaypointName,
  extra: readonly string[] = [],
): { set: Partial<BookingRecord>; changes: string[] } {
  const proofs = captureProofs(context, booking, waypoint, extra);
  const completed = {
    ...booking.progress[waypoint],
    completedAt: context.clock.now(),
    ...(proofs.length > 0 && { proofs }),
  };
  return {
    set: { progress: { ...booking.progress, [waypoint]: completed } },
    changes: proofs.length > 0 ? ['proof'] : [],
  };
}
