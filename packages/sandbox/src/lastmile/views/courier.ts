import type { Courier, EventCourier } from '@delivery-api/lastmile-types';
import { positionOf } from '../domain/courier-position.ts';
import { hour, instant } from '../domain/time.ts';
import type { BookingRecord } from '../state/records.ts';

/** Validity of the relayed phone number after the courier assignment, in milliseconds. */
const phoneRelayPeriod = 2 * hour;

/**
 * Returns the courier for an event; `undefined` without a courier. Includes the position until the
 * booking is closed.
 */
export function eventCourierView(booking: BookingRecord, now: number): EventCourier | undefined {
  const { courier, closedAt } = booking;
  if (courier === undefined) return undefined;
  const position = closedAt === undefined ? positionOf(booking, now) : undefined;
  return {
    id: courier.id,
    name: courier.name,
    vehicle_type: courier.vehicle,
    ...(position !== undefined && {
      location: {
        ...position.point,
        ...(position.heading !== undefined && { heading_degrees: position.heading }),
        recorded_at: instant(position.reportedAt),
      },
    }),
    assigned_at: instant(courier.assignedAt),
  };
}

/**
 * Returns the courier for a response; `undefined` without a courier. Until the booking is closed,
 * includes the photo, and the phone number while it is valid.
 */
export function courierView(booking: BookingRecord, now: number): Courier | undefined {
  const { courier, closedAt } = booking;
  const view = eventCourierView(booking, now);
  if (view === undefined || courier === undefined || closedAt !== undefined) return view;
  const relayUntil = courier.assignedAt + phoneRelayPeriod;
  return {
    ...view,
    ...(courier.photo !== undefined && { photo_url: courier.photo }),
    ...(courier.phone !== undefined &&
      now < relayUntil && { phone: courier.phone, phone_expires_at: instant(relayUntil) }),
  };
}
