import type { GeoPoint } from '@delivery-api/lastmile-types';
import type { BookingRecord, Leg, WaypointName } from '../state/records.ts';
import { headingFrom, pointBetween } from './geo.ts';
import { minute } from './time.ts';

/** Interval between the position reports of a moving courier, in milliseconds. */
const reportInterval = 15_000;
/** Duration of a ride without an ETA, in milliseconds. */
const defaultRideTime = minute;

export interface CourierPosition {
  point: GeoPoint;
  heading?: number;
  reportedAt: number;
}

/** Returns a leg without movement. */
export const waitingAt = (point: GeoPoint, now: number): Leg => ({
  from: point,
  to: point,
  startedAt: now,
});

/**
 * Returns a leg from the last reported position of the courier to a waypoint. Without a position, a
 * leg to the pickup starts at the dropoff, and any other leg starts at the pickup.
 */
export function ridingTo(booking: BookingRecord, toward: WaypointName, now: number): Leg {
  const { pickup, dropoff } = booking.route;
  const from = positionOf(booking, now)?.point ?? (toward === 'pickup' ? dropoff : pickup);
  return { from, to: toward === 'dropoff' ? dropoff : pickup, startedAt: now, toward };
}

/** Returns the position of the courier at the last report; `undefined` without a courier. */
export function positionOf(
  { leg, progress }: BookingRecord,
  now: number,
): CourierPosition | undefined {
  if (leg === undefined) return undefined;
  const { from, to, startedAt, toward } = leg;
  if (toward === undefined) return { point: from, reportedAt: startedAt };
  const reportedAt = startedAt + Math.floor((now - startedAt) / reportInterval) * reportInterval;
  const duration = (progress[toward]?.eta?.expectedAt ?? startedAt + defaultRideTime) - startedAt;
  // Limits the share, because a late courier has not arrived yet.
  const share = Math.min(0.95, duration > 0 ? (reportedAt - startedAt) / duration : 0.95);
  return { point: pointBetween(from, to, share), heading: headingFrom(from, to), reportedAt };
}
