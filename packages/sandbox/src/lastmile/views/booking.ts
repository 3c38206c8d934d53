import type {
  Booking,
  BookingCancellationPolicy,
  Cancellation,
} from '@delivery-api/lastmile-types';
import { cancellationFee, freeUntil, notCancellableReason } from '../domain/cancellation-terms.ts';
import { retention } from '../domain/find-booking.ts';
import { instant } from '../domain/time.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { BookingRecord, OrderedWaypoint, WaypointName } from '../state/records.ts';
import { courierView } from './courier.ts';
import { verificationView, waypointView } from './waypoint.ts';

/** Returns a booking in contract format (`Booking`) at the current simulated time. */
export function bookingView(context: LastmileContext, booking: BookingRecord): Booking {
  const now = context.clock.now();
  const { ordered, closedAt, statusReason, quotedPrice, cancellation } = booking;
  const {
    external_reference,
    estimate_id,
    pickup,
    dropoff,
    display_reference,
    metadata,
    return_verification: returning,
    packages,
    items,
    ...rest
  } = ordered;
  const includesPersonalData = closedAt === undefined || now < closedAt + retention.personalData;
  const waypoint = (name: WaypointName, orderedWaypoint: OrderedWaypoint) =>
    waypointView(booking, name, orderedWaypoint, includesPersonalData, now);
  const phase = context.machine.phaseOf(booking.status);
  const courier = includesPersonalData ? courierView(booking, now) : undefined;
  return {
    id: booking.id,
    external_reference,
    attempt: booking.attempt,
    partner_name: booking.partner,
    test: true,
    revision: booking.revision,
    phase,
    status: booking.status,
    ...(statusReason !== undefined && { status_reason: statusReason }),
    ...(estimate_id !== undefined && { estimate_id }),
    price: booking.price,
    ...(quotedPrice !== undefined && { quoted_price: quotedPrice }),
    pickup: waypoint('pickup', pickup),
    dropoff: waypoint('dropoff', dropoff),
    ...(booking.progress.return !== undefined && {
      return: waypoint('return', returnWaypoint(ordered)),
    }),
    packages: includesPersonalData
      ? packages
      : packages.map(({ description: _, ...others }) => others),
    ...(includesPersonalData && items !== undefined && { items }),
    ...rest,
    ...(returning !== undefined && {
      return_verification: verificationView(returning, includesPersonalData),
    }),
    display_reference,
    ...(courier !== undefined && { courier }),
    reassignment_count: booking.reassignments,
    ...(phase === 'open' && { assign_by: instant(booking.assignBy) }),
    tracking_url: booking.trackingUrl,
    cancellation_policy: policyView(context, booking),
    ...(cancellation !== undefined && {
      cancellation: cancellationView(cancellation, includesPersonalData),
    }),
    history: [...booking.history],
    ...(metadata !== undefined && { metadata }),
    created_at: instant(booking.createdAt),
    updated_at: instant(booking.updatedAt),
    ...(closedAt !== undefined && { closed_at: instant(closedAt) }),
  } as Booking;
}

function cancellationView(cancellation: Cancellation, includesPersonalData: boolean): Cancellation {
  if (includesPersonalData) return cancellation;
  const { note: _, ...rest } = cancellation;
  return rest;
}

function policyView(context: LastmileContext, booking: BookingRecord): BookingCancellationPolicy {
  const reason = notCancellableReason(context, booking);
  if (reason !== undefined)
    return { cancellable: false, not_cancellable_reason: reason, ...booking.policy };
  const free = freeUntil(context, booking);
  const isFree = free !== undefined && context.clock.now() < free;
  return {
    cancellable: true,
    fee: cancellationFee(context, booking),
    ...(isFree && { free_until: instant(free) }),
    ...booking.policy,
  };
}

/** Returns the waypoint to which undelivered packages are returned: the pickup. */
const returnWaypoint = ({
  pickup: { address, contact, store_id },
  return_verification: verification,
}: BookingRecord['ordered']): OrderedWaypoint => ({
  ...(store_id !== undefined && { store_id }),
  address,
  ...(contact !== undefined && { contact }),
  ...(verification !== undefined && { verification }),
});
