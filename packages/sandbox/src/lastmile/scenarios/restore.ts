import type { Booking, Courier, Estimate, GeoPoint, Proof } from '@delivery-api/lastmile-types';
import { waitingAt } from '../domain/courier-position.ts';
import { findPlace } from '../domain/find-place.ts';
import { distanceBetween } from '../domain/geo.ts';
import { searchTimes } from '../domain/schedule-rules.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type {
  BookingRecord,
  CourierRecord,
  EstimateRecord,
  Leg,
  OrderedWaypoint,
  Progress,
  ProofRecord,
  Route,
  WaypointName,
} from '../state/records.ts';
import { defaultScenario } from './definitions.ts';
import { nextStepDue, plannedPickupOf, scenarioRun, scheduleStep } from './schedule.ts';
import { stepsAfter } from './steps.ts';

const destinations: Readonly<Record<string, WaypointName>> = {
  enroute_to_pickup: 'pickup',
  enroute_to_dropoff: 'dropoff',
  returning: 'return',
};

/**
 * Adds loaded bookings and estimates. Bookings that are not closed continue from their status
 * without incidents. If the `cancellation.state` of a loaded booking is `requested`, its next step
 * confirms the cancellation. The bookings that were closed first are evicted first.
 *
 * @param options `holds`: bookings that are not closed keep their status until a request or the
 * control API changes it
 */
export function restore(
  context: LastmileContext,
  bookings: readonly Booking[],
  estimates: readonly Estimate[],
  { holds = false }: { holds?: boolean } = {},
): void {
  const { state } = context;
  for (const estimate of estimates) state.estimates.put(restoreEstimate(estimate, bookings));
  const records = bookings.map((booking) => restoreBooking(context, booking));
  const end = ({ closedAt }: BookingRecord): number => closedAt ?? Number.POSITIVE_INFINITY;
  records.sort((a, b) => end(a) - end(b) || a.createdAt - b.createdAt);
  for (const record of records) {
    const steps = holds
      ? ['hold']
      : record.cancellation?.state === 'requested'
        ? ['confirm_cancel']
        : stepsAfter(context, record.status);
    const isClosed = record.closedAt !== undefined;
    const booking = isClosed ? record : { ...record, run: scenarioRun(context, record, steps) };
    state.bookings.put(booking);
    scheduleStep(context, booking, nextStepDue(context, booking));
  }
}

function restoreBooking(context: LastmileContext, booking: Booking): BookingRecord {
  const { pickup, dropoff, courier, status, phase } = booking;
  const {
    id,
    attempt,
    partner_name: partner,
    test: _,
    revision,
    phase: __,
    status: ___,
    status_reason,
    price,
    quoted_price: quotedPrice,
    return: returning,
    courier: ____,
    reassignment_count: reassignments,
    assign_by,
    tracking_url: trackingUrl,
    cancellation_policy: { fees, after_pickup },
    cancellation,
    history,
    created_at,
    updated_at,
    closed_at,
    ...rest
  } = booking;
  const ordered = { ...rest, pickup: orderedWaypoint(pickup), dropoff: orderedWaypoint(dropoff) };
  const route = routeOf(context, ordered);
  const createdAt = Date.parse(created_at);
  const vehicle = courier?.vehicle_type ?? 'bicycle';
  const plannedAt = plannedPickupOf({ ordered, createdAt, vehicle, route });
  const { searchAt, assignBy } = searchTimes(ordered.schedule, createdAt, { plannedAt });
  const isReturning = status === 'returning';
  const returnReason = { code: 'other', message: 'The courier returns the packages.' };
  return {
    id,
    partner,
    attempt,
    ordered,
    scenario: defaultScenario,
    createdAt,
    trackingUrl,
    policy: { fees, after_pickup },
    quotedPrice,
    route,
    vehicle,
    assignBy: assign_by === undefined ? assignBy : Date.parse(assign_by),
    searchAt,
    status,
    statusReason: status_reason ?? (isReturning ? returnReason : undefined),
    revision,
    updatedAt: Date.parse(updated_at),
    closedAt: closed_at === undefined ? undefined : Date.parse(closed_at),
    price,
    progress: {
      pickup: progressOf(pickup, route.pickup),
      dropoff: progressOf(dropoff, route.dropoff),
      ...((returning !== undefined || isReturning) && {
        return: progressOf(returning ?? {}, route.pickup),
      }),
    },
    courier: courier && courierRecord(courier),
    leg:
      courier && phase !== 'closed'
        ? legOf(courier, status, route, context.clock.now())
        : undefined,
    reassignments,
    cancellation,
    history,
  };
}

/**
 * Returns the record of a loaded estimate. It is already used if one of the bookings refers to it.
 */
function restoreEstimate(estimate: Estimate, bookings: readonly Booking[]): EstimateRecord {
  const { id, partner_name: partner } = estimate;
  const booking = bookings.find(
    ({ estimate_id, partner_name }) => estimate_id === id && partner_name === partner,
  );
  return {
    id,
    partner,
    response: { ...estimate, test: true },
    priceIncrease: 0,
    approximate: [],
    ...(booking !== undefined && { bookedAs: booking.id }),
  };
}

function orderedWaypoint({
  eta: _,
  arrived_at: __,
  completed_at: ___,
  proofs: ____,
  ...ordered
}: Booking['pickup']): OrderedWaypoint {
  return ordered;
}

function routeOf({ state }: LastmileContext, { pickup, dropoff }: BookingRecord['ordered']): Route {
  const start = findPlace(pickup.address, state.findTown)?.point ?? { latitude: 0, longitude: 0 };
  const end = findPlace(dropoff.address, state.findTown)?.point ?? start;
  return { pickup: start, dropoff: end, meters: Math.round(distanceBetween(start, end)) };
}

function progressOf(
  { eta, arrived_at, completed_at, proofs }: Partial<Booking['pickup']>,
  point: GeoPoint,
): Progress {
  return {
    ...(eta !== undefined && {
      eta: {
        expectedAt: Date.parse(eta.expected_at),
        calculatedAt: Date.parse(eta.calculated_at),
      },
    }),
    ...(arrived_at !== undefined && { arrivedAt: Date.parse(arrived_at) }),
    ...(completed_at !== undefined && { completedAt: Date.parse(completed_at) }),
    ...(proofs !== undefined && { proofs: proofs.map((proof) => proofRecord(proof, point)) }),
  };
}

const proofRecord = (
  { type, captured_at, url, latitude, longitude, signer_name }: Proof,
  point: GeoPoint,
): ProofRecord => ({
  type,
  capturedAt: Date.parse(captured_at),
  point: latitude === undefined || longitude === undefined ? point : { latitude, longitude },
  ...(url !== undefined && { file: /\/([A-Za-z0-9]+)(\?|$)/.exec(url)?.[1] ?? 'proof' }),
  ...(signer_name !== undefined && { signer: signer_name }),
});

const courierRecord = ({
  id,
  name,
  phone,
  photo_url,
  vehicle_type,
  assigned_at,
}: Courier): CourierRecord => ({
  id,
  name,
  ...(phone !== undefined && { phone }),
  ...(photo_url !== undefined && { photo: photo_url }),
  vehicle: vehicle_type,
  assignedAt: Date.parse(assigned_at),
});

function legOf(
  { location }: Courier,
  status: string,
  { pickup, dropoff }: Route,
  now: number,
): Leg {
  const { latitude, longitude } = location ?? pickup;
  const from = { latitude, longitude };
  const toward = destinations[status];
  if (toward === undefined) return waitingAt(from, now);
  return { from, to: toward === 'dropoff' ? dropoff : pickup, startedAt: now, toward };
}
