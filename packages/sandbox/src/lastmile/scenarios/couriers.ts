import type { GeoPoint } from '@delivery-api/lastmile-types';
import type { Random } from '../../kernel/random.ts';
import { pointAway } from '../domain/geo.ts';
import { countries } from '../domain/tariffs.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { BookingRecord, CourierRecord, ProofRecord, WaypointName } from '../state/records.ts';

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
const methodsWithFile = ['photo', 'signature'];

/** Returns a new courier, with a name that differs from the name of the previous courier. */
export function assignCourier(
  { clock, newId, random }: LastmileContext,
  booking: BookingRecord,
): CourierRecord {
  // The booking no longer contains the previous courier. Even and odd reassignments have no name in
  // common.
  const parity = booking.reassignments % 2;
  const name = random.pick(names.filter((_, index) => index % 2 === parity));
  const { country } = booking.ordered.pickup.address;
  const callingCode = countries[country]?.callingCode ?? '31';
  return {
    id: newId('cou'),
    name,
    // No national number starts with five zeros, so the number is never in use.
    phone: `+${callingCode}00000${String(random.between(0, 9999)).padStart(4, '0')}`,
    photo: `https://images.example.com/couriers/${random.characters(6).toLowerCase()}.jpg`,
    vehicle: booking.vehicle,
    assignedAt: clock.now(),
  };
}

/** Returns a random point at a distance of 300 m to 1,400 m from another point. */
export const pointNear = (random: Random, point: GeoPoint): GeoPoint =>
  pointAway(point, random.between(300, 1_400), random.between(0, 359));

/**
 * Returns a proof for each method that is required at a waypoint, and for each method in `extra`.
 */
export function captureProofs(
  { clock, random }: LastmileContext,
  { ordered, route }: BookingRecord,
  waypoint: WaypointName,
  extra: readonly string[],
): ProofRecord[] {
  const required =
    waypoint === 'return' ? ordered.return_verification : ordered[waypoint].verification;
  const { contact } = waypoint === 'dropoff' ? ordered.dropoff : ordered.pickup;
  return [...new Set([...(required?.methods ?? []), ...extra])].map((type) => ({
    type,
    capturedAt: clock.now(),
    point: waypoint === 'dropoff' ? route.dropoff : route.pickup,
    ...(methodsWithFile.includes(type) && { file: random.characters(10).toLowerCase() }),
    ...(type === 'signature' && contact !== undefined && { signer: contact.name }),
  }));
}
