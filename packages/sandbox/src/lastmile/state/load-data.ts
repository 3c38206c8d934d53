import type { Json, JsonObject } from '@delivery-api/specs/contract';
import { findPlace } from '../domain/places/find-place.ts';
import { distanceBetween } from '../domain/places/geo.ts';
import { searchTimes } from '../domain/rules/schedule-rules.ts';
import { standingAt } from '../scenarios/couriers.ts';
import { usualStory } from '../scenarios/definitions.ts';
import { planNext, tell } from '../scenarios/schedule.ts';
import { beatsAfter } from '../scenarios/steps.ts';
import type { LastmileState } from './lastmile-state.ts';
import type {
  AcceptedDelivery,
  AcceptedEnd,
  Booking,
  Courier,
  EndName,
  Estimate,
  GeoPoint,
  Leg,
  Price,
  Progress,
  Proof,
  Route,
} from './model.ts';

/** Members of a `Booking` that are not part of what was ordered. */
const progressing = new Set(
  `id attempt partner_name test revision phase status status_reason price quoted_price return courier reassignment_count assign_by tracking_url
  cancellation_policy cancellation history created_at updated_at closed_at pickup dropoff`.split(
    /\s+/,
  ),
);
const onTheWay: Readonly<Record<string, EndName>> = {
  enroute_to_pickup: 'pickup',
  enroute_to_dropoff: 'dropoff',
  returning: 'return',
};

/** Makes a booking of the contract's `Booking`, which has been found valid. */
export function restoreBooking(stage: LastmileState, data: JsonObject): Booking {
  const moment = (name: string): number | undefined =>
    data[name] === undefined ? undefined : Date.parse(String(data[name]));
  const ordered = Object.fromEntries(
    Object.entries(data).filter(([name]) => !progressing.has(name)),
  ) as unknown as AcceptedDelivery;
  const whole = {
    ...ordered,
    pickup: staticEnd(data.pickup as JsonObject),
    dropoff: staticEnd(data.dropoff as JsonObject),
  };
  const route = routeOf(stage, whole);
  const createdAt = moment('created_at') ?? 0;
  const { searchAt, assignBy } = searchTimes(whole.schedule, createdAt);
  const courier = data.courier === undefined ? undefined : courierFrom(data.courier as JsonObject);
  const { fees, after_pickup } = data.cancellation_policy as unknown as Booking['policy'];
  const status = String(data.status);
  const isBack = status === 'returning';
  return {
    id: String(data.id),
    partner: String(data.partner_name),
    attempt: Number(data.attempt),
    ordered: whole,
    scenario: usualStory,
    createdAt,
    trackingUrl: String(data.tracking_url),
    policy: { fees, after_pickup },
    quotedPrice: data.quoted_price as Price | undefined,
    route,
    vehicle: courier?.vehicle ?? 'bicycle',
    assignBy: moment('assign_by') ?? assignBy,
    searchAt,
    status,
    statusReason:
      (data.status_reason as Booking['statusReason']) ??
      (isBack ? { code: 'other', message: 'The goods are brought back.' } : undefined),
    revision: Number(data.revision),
    updatedAt: moment('updated_at') ?? createdAt,
    closedAt: moment('closed_at'),
    price: data.price as Price,
    progress: {
      pickup: progressFrom(data.pickup as JsonObject, route.pickup),
      dropoff: progressFrom(data.dropoff as JsonObject, route.dropoff),
      ...((data.return !== undefined || isBack) && {
        return: progressFrom((data.return ?? {}) as JsonObject, route.pickup),
      }),
    },
    courier,
    leg: courier === undefined ? undefined : legFrom(data, status, route, stage.parts.clock.now()),
    reassignments: Number(data.reassignment_count),
    cancellation: data.cancellation as Booking['cancellation'],
    history: data.history as Booking['history'] & Json[],
    plot: undefined,
  };
}

/** Lets a live booking that was loaded go on: all goes well from where it stands. */
export function continueStory(stage: LastmileState, booking: Booking): void {
  if (booking.closedAt !== undefined) return;
  if (booking.cancellation?.state === 'requested') tell(stage, booking, ['confirm_cancel']);
  else tell(stage, booking, beatsAfter(stage, booking.status));
  planNext(stage, booking);
}

/**
 * Makes an estimate of the contract's `Estimate`; bookings that were loaded with it may have used
 * it.
 */
export function restoreEstimate(data: JsonObject, bookings: readonly Booking[]): Estimate {
  const user = bookings.find(
    ({ ordered, partner }) => ordered.estimate_id === data.id && partner === data.partner_name,
  );
  const isServed = data.outcome === 'serviceable';
  return {
    id: String(data.id),
    partner: String(data.partner_name),
    answer: { ...data, test: true },
    terms: undefined,
    offer: isServed
      ? {
          price: data.price as Price,
          policy: data.cancellation_policy as unknown as Booking['policy'],
          isBinding: data.binding === true,
          expiresAt: Date.parse(String(data.expires_at)),
          risesBy: 0,
          rough: [],
          scenario: undefined,
        }
      : undefined,
    reasons: (data.reasons as (Estimate['reasons'] & Json[]) | undefined) ?? [],
    bookedAs: user?.id,
  };
}

function staticEnd({
  eta: _,
  arrived_at: __,
  completed_at: ___,
  proofs: ____,
  ...rest
}: JsonObject): AcceptedEnd {
  return rest as unknown as AcceptedEnd;
}

function routeOf({ stores }: LastmileState, { pickup, dropoff }: AcceptedDelivery): Route {
  const nowhere = { latitude: 0, longitude: 0 };
  const start = findPlace(pickup.address, stores.town)?.point ?? nowhere;
  const end = findPlace(dropoff.address, stores.town)?.point ?? start;
  return { pickup: start, dropoff: end, meters: Math.round(distanceBetween(start, end)) };
}

function progressFrom(
  { eta, arrived_at, completed_at, proofs }: JsonObject,
  point: GeoPoint,
): Progress {
  const moment = (value: Json | undefined): number => Date.parse(String(value));
  const known = eta as JsonObject | undefined;
  return {
    ...(known !== undefined && {
      eta: { expectedAt: moment(known.expected_at), calculatedAt: moment(known.calculated_at) },
    }),
    ...(arrived_at !== undefined && { arrivedAt: moment(arrived_at) }),
    ...(completed_at !== undefined && { completedAt: moment(completed_at) }),
    ...(proofs !== undefined && {
      proofs: (proofs as JsonObject[]).map((proof) => proofFrom(proof, point)),
    }),
  };
}

function proofFrom(
  { type, captured_at, url, latitude, longitude, signer_name }: JsonObject,
  point: GeoPoint,
): Proof {
  const file = /\/([A-Za-z0-9]+)(\?|$)/.exec(String(url ?? ''))?.[1] ?? 'proof';
  return {
    type: String(type),
    capturedAt: Date.parse(String(captured_at)),
    point:
      latitude === undefined ? point : { latitude: Number(latitude), longitude: Number(longitude) },
    ...(url !== undefined && { file }),
    ...(signer_name !== undefined && { signer: String(signer_name) }),
  };
}

function courierFrom({
  id,
  name,
  phone,
  photo_url,
  vehicle_type,
  assigned_at,
}: JsonObject): Courier {
  return {
    id: String(id),
    name: String(name),
    ...(phone !== undefined && { phone: String(phone) }),
    ...(photo_url !== undefined && { photo: String(photo_url) }),
    vehicle: String(vehicle_type),
    assignedAt: Date.parse(String(assigned_at)),
  };
}

function legFrom(
  { courier, closed_at }: JsonObject,
  status: string,
  { pickup, dropoff }: Route,
  now: number,
): Leg | undefined {
  if (closed_at !== undefined) return undefined;
  const seen = (courier as JsonObject).location as GeoPoint | undefined;
  const from = seen === undefined ? pickup : { latitude: seen.latitude, longitude: seen.longitude };
  const toward = onTheWay[status];
  return toward === undefined
    ? standingAt(from, now)
    : { from, to: toward === 'dropoff' ? dropoff : pickup, startedAt: now, toward };
}
