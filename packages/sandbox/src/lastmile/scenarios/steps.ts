import { feeOnly, priceFrom, waitingFee, withComponent } from '../domain/pricing/price.ts';
import { tariffFor } from '../domain/pricing/tariffs.ts';
import type { LastmileState } from '../state/lastmile-state.ts';
import type { Booking, Cancellation, EndName, Money, StatusReason } from '../state/model.ts';
import { instant } from '../views/booking.ts';
import { announce } from './announce.ts';
import { hireCourier, ridingTo, somewhereNear, standingAt } from './couriers.ts';
import { beatTo } from './definitions.ts';
import { proofsOf } from './proofs.ts';
import { tell } from './schedule.ts';

/** Something that happens to a booking. */
type Beat = (stage: LastmileState, booking: Booking) => void;

const driftStep = 300_000;

/** Everything that can happen in a story, by name. Each is announced once. */
export const beats: Readonly<Record<string, Beat>> = {
  search: (stage, booking) => announce(stage, booking, { status: 'searching' }),
  assign(stage, booking) {
    const { parts } = stage;
    const now = parts.clock.now();
    booking.courier = hireCourier(parts.random, parts.newId, booking, now);
    booking.leg = standingAt(somewhereNear(parts.random, booking.route.pickup), now);
    announce(stage, booking, { status: 'courier_assigned', changes: ['courier'] });
  },
  ride(stage, booking) {
    booking.leg = ridingTo(booking, 'pickup', stage.parts.clock.now());
    announce(stage, booking, { status: 'enroute_to_pickup' });
  },
  reach_pickup(stage, booking) {
    arrive(stage, booking, 'pickup');
    announce(stage, booking, { status: 'arrived_at_pickup' });
  },
  pick_up: (stage, booking) =>
    announce(stage, booking, { status: 'picked_up', changes: complete(stage, booking, 'pickup') }),
  leave(stage, booking) {
    booking.leg = ridingTo(booking, 'dropoff', stage.parts.clock.now());
    announce(stage, booking, { status: 'enroute_to_dropoff' });
  },
  reach_dropoff(stage, booking) {
    arrive(stage, booking, 'dropoff');
    announce(stage, booking, { status: 'arrived_at_dropoff' });
  },
  deliver(stage, booking) {
    const extra = booking.ordered.handover === 'leave_at_door' ? ['photo'] : [];
    announce(stage, booking, {
      status: 'delivered',
      changes: complete(stage, booking, 'dropoff', extra),
    });
  },
  leave_at_door: (stage, booking) =>
    announce(stage, booking, {
      status: 'delivered',
      changes: complete(stage, booking, 'dropoff', ['photo']),
    }),
  give_back(stage, booking) {
    booking.courier = undefined;
    booking.leg = undefined;
    booking.progress = { pickup: {}, dropoff: {} };
    booking.reassignments += 1;
    const reason = {
      code: 'courier_issue',
      message: 'The courier has a flat tyre; another one is being sought.',
    };
    announce(stage, booking, { status: 'searching', reason, changes: ['courier'] });
  },
  drift(stage, booking) {
    const { plot, progress } = booking;
    const now = stage.parts.clock.now();
    booking.leg = ridingTo(booking, 'dropoff', now);
    const later = (progress.dropoff?.eta?.expectedAt ?? now) + driftStep;
    if (plot !== undefined) plot.notBefore = { ...plot.notBefore, arrived_at_dropoff: later };
    announce(stage, booking, {});
  },
  charge_waiting(stage, booking) {
    const tariff = tariffFor(booking.ordered.pickup.address.country, booking.price.total.currency);
    const amount = tariff === undefined ? 0 : waitingFee(tariff);
    booking.price = withComponent(booking.price, {
      type: 'waiting',
      amount,
      label: 'Waiting at the pickup',
    });
    announce(stage, booking, { changes: ['price'] });
  },
  expire(stage, booking) {
    const reason = { code: 'no_courier_available', message: 'No courier took it in time.' };
    endForNothing(stage, booking, 'expired', reason, []);
  },
  reject(stage, booking) {
    const reason = {
      code: 'regulatory',
      message: 'The courier network may not carry these goods there today.',
    };
    endForNothing(stage, booking, 'rejected', reason, []);
  },
  provider_cancel(stage, booking) {
    booking.cancellation = decided(stage, 'provider', {
      amount: 0,
      currency: booking.price.total.currency,
    });
    const reason = {
      code: 'technical_issue',
      message: 'A fault in the courier network; book again.',
    };
    endForNothing(stage, booking, 'cancelled', reason, ['cancellation']);
  },
  find_closed(stage, booking) {
    const fee = stage.cancelling.feeFrom(booking, booking.status);
    booking.cancellation = decided(stage, 'courier', fee);
    booking.price = feeOnly(fee);
    const reason = {
      code: 'pickup_closed',
      message: 'The pickup was closed when the courier came.',
    };
    announce(stage, booking, { status: 'cancelled', reason, changes: ['cancellation', 'price'] });
  },
  confirm_cancel(stage, booking) {
    const wish = booking.cancellation;
    if (wish === undefined) throw new Error('Nobody has asked to cancel this booking.');
    booking.cancellation = {
      ...wish,
      state: 'confirmed',
      decided_at: instant(stage.parts.clock.now()),
    };
    cancelFor(stage, booking, wish.fee);
  },
  decline_cancel(stage, booking) {
    const { cancellation: wish, price, status } = booking;
    if (wish === undefined) throw new Error('Nobody has asked to cancel this booking.');
    const fee = { amount: 0, currency: price.total.currency };
    booking.cancellation = {
      ...wish,
      state: 'declined',
      fee,
      decided_at: instant(stage.parts.clock.now()),
    };
    tell(stage, booking, beatsAfter(stage, status));
    announce(stage, booking, { changes: ['cancellation'], keepsEtas: true });
  },
  miss_recipient: (stage, booking) =>
    turnBack(stage, booking, {
      code: 'recipient_no_show',
      message: 'Nobody opened, and two calls were not answered.',
    }),
  fail_age_check: (stage, booking) =>
    turnBack(stage, booking, {
      code: 'age_verification_failed',
      message: 'The recipient could not show to be old enough.',
    }),
  bring_back(stage, booking) {
    arrive(stage, booking, 'return');
    const reason = booking.statusReason as StatusReason;
    announce(stage, booking, {
      status: 'returned',
      reason,
      changes: complete(stage, booking, 'return'),
    });
  },
  lose(stage, booking) {
    const reason = { code: 'package_missing_or_wrong', message: 'The goods were lost on the way.' };
    announce(stage, booking, { status: 'failed', reason });
  },
};

/** Ends a booking as cancelled at the price of a fee; who wished it, the cancellation tells. */
export function cancelFor(stage: LastmileState, booking: Booking, fee: Money): void {
  booking.price = feeOnly(fee);
  const reason = { code: 'requester_cancelled', message: 'Cancelled by you.' };
  announce(stage, booking, { status: 'cancelled', reason, changes: ['cancellation', 'price'] });
}

/** Sends the goods back, which costs as much as the policy says. */
export function turnBack(
  stage: LastmileState,
  booking: Booking,
  reason: StatusReason,
  changes: string[] = [],
): void {
  const { amount } = stage.cancelling.feeFrom(booking, 'picked_up');
  booking.price = withComponent(booking.price, { type: 'return', amount });
  booking.progress = { ...booking.progress, return: {} };
  booking.leg = ridingTo(booking, 'return', stage.parts.clock.now());
  announce(stage, booking, { status: 'returning', reason, changes: [...changes, 'price'] });
}

/** What follows from a status when nothing goes wrong any more. */
export function beatsAfter({ mainLine, machine }: LastmileState, status: string): string[] {
  if (machine.phaseOf(status) === 'return') return ['bring_back'];
  return mainLine.slice(mainLine.indexOf(status) + 1).map((next) => beatTo[next] as string);
}

function endForNothing(
  stage: LastmileState,
  booking: Booking,
  status: string,
  reason: StatusReason,
  changes: string[],
): void {
  booking.price = priceFrom(booking.price.total.currency, []);
  announce(stage, booking, { status, reason, changes: [...changes, 'price'] });
}

const decided = ({ parts }: LastmileState, cancelledBy: string, fee: Money): Cancellation => {
  const now = parts.clock.instant();
  return { state: 'confirmed', cancelled_by: cancelledBy, fee, requested_at: now, decided_at: now };
};

function arrive({ parts }: LastmileState, booking: Booking, end: EndName): void {
  const now = parts.clock.now();
  booking.progress = { ...booking.progress, [end]: { ...booking.progress[end], arrivedAt: now } };
  booking.leg = standingAt(end === 'dropoff' ? booking.route.dropoff : booking.route.pickup, now);
}

/** The goods change hands, and everything that was asked for is proven. */
function complete(
  { parts }: LastmileState,
  booking: Booking,
  end: EndName,
  extra: readonly string[] = [],
): string[] {
  const now = parts.clock.now();
  const proofs = proofsOf(booking, end, extra, parts.random, now);
  const done = { ...booking.progress[end], completedAt: now, ...(proofs.length > 0 && { proofs }) };
  booking.progress = { ...booking.progress, [end]: done };
  return proofs.length > 0 ? ['proof'] : [];
}
