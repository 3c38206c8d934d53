import type { JsonObject } from '@delivery-api/specs/contract';
import type { Random } from '../../kernel/random.ts';
import { along, away, headingFrom } from '../domain/places/geo.ts';
import { countries } from '../domain/pricing/tariffs.ts';
import type { Booking, Courier, EndName, GeoPoint, Leg } from '../state/model.ts';

const names = [
  'Amadou D.',
  'Inês P.',
  'Olena K.',
  'Youssef B.',
  'Μαρία Κ.',
  'Willem S.',
  'فيصل م.',
  '陽斗 K.',
  'Zuzana H.',
  'Mateo R.',
  'Thảo N.',
  'Ayşe T.',
  'Łukasz W.',
  'Priya S.',
  'Seán O.',
  'Aaliyah J.',
];

/** How often a courier on the way tells where they are. */
const reportEvery = 15_000;
/** How long a ride is drawn out on the map where nothing can be foreseen. */
const usualRide = 60_000;
const relayFor = 2 * 3_600_000;

/** Another courier than the one before. */
export function hireCourier(
  random: Random,
  newId: (prefix: string) => string,
  booking: Booking,
  now: number,
): Courier {
  const name = random.pick(names.filter((one) => one !== booking.courier?.name));
  const { callingCode } = countries[booking.ordered.pickup.address.country] ?? {
    callingCode: '31',
  };
  return {
    id: newId('cou'),
    name,
    // National numbers do not begin with so many noughts: nobody's telephone rings.
    phone: `+${callingCode}00000${String(random.between(0, 9999)).padStart(4, '0')}`,
    photo: `https://images.example.com/couriers/${random.characters(6).toLowerCase()}.jpg`,
    vehicle: booking.vehicle,
    assignedAt: now,
  };
}

/** Somewhere near the pickup, where a courier happens to be. */
export const somewhereNear = (random: Random, point: GeoPoint): GeoPoint =>
  away(point, random.between(300, 1_400), random.between(0, 359));

export const standingAt = (point: GeoPoint, now: number): Leg => ({
  from: point,
  to: point,
  startedAt: now,
  toward: undefined,
});

/** On the way to one end, from where the courier is now. */
export const ridingTo = (booking: Booking, end: EndName, now: number): Leg => {
  const { pickup, dropoff } = booking.route;
  const from = positionOf(booking, now)?.point ?? (end === 'pickup' ? dropoff : pickup);
  return { from, to: end === 'dropoff' ? dropoff : pickup, startedAt: now, toward: end };
};

/** Where the courier is at a moment, by the last report. */
export function positionOf(
  { leg, progress }: Booking,
  now: number,
): { point: GeoPoint; heading: number | undefined; reportedAt: number } | undefined {
  if (leg === undefined) return undefined;
  const { from, to, startedAt, toward } = leg;
  if (toward === undefined) return { point: from, heading: undefined, reportedAt: startedAt };
  const reportedAt = startedAt + Math.floor((now - startedAt) / reportEvery) * reportEvery;
  const takes = (progress[toward]?.eta?.expectedAt ?? startedAt + usualRide) - startedAt;
  // Who is late has not arrived yet.
  const share = Math.min(0.95, takes > 0 ? (reportedAt - startedAt) / takes : 0.95);
  return { point: along(from, to, share), heading: headingFrom(from, to), reportedAt };
}

/** The courier as an event shows them (contract: `EventCourier`). */
export function courierInEvent(booking: Booking, now: number): JsonObject | undefined {
  const { courier, closedAt } = booking;
  if (courier === undefined) return undefined;
  const position = closedAt === undefined ? positionOf(booking, now) : undefined;
  const { id, name, vehicle, assignedAt } = courier;
  return {
    id,
    name,
    vehicle_type: vehicle,
    ...(position !== undefined && { location: location(position) }),
    assigned_at: new Date(assignedAt).toISOString(),
  };
}

/**
 * The courier as a read shows them (contract: `Courier`): with telephone and picture until the end.
 */
export function courierView(booking: Booking, now: number): JsonObject | undefined {
  const seen = courierInEvent(booking, now);
  if (seen === undefined || booking.courier === undefined || booking.closedAt !== undefined)
    return seen;
  const { phone, photo, assignedAt } = booking.courier;
  const relayUntil = assignedAt + relayFor;
  return {
    ...seen,
    ...(photo !== undefined && { photo_url: photo }),
    ...(phone !== undefined &&
      now < relayUntil && { phone, phone_expires_at: new Date(relayUntil).toISOString() }),
  };
}

function location({
  point,
  heading,
  reportedAt,
}: NonNullable<ReturnType<typeof positionOf>>): JsonObject {
  return {
    ...point,
    ...(heading !== undefined && { heading_degrees: heading }),
    recorded_at: new Date(reportedAt).toISOString(),
  };
}
