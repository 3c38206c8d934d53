import { isDeepStrictEqual } from 'node:util';
import type { GeoPoint, PackageInput } from '@delivery-api/lastmile-types';
import type { Json, JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../kernel/problem-error.ts';
import { normalizeName } from '../state/lastmile-state.ts';
import type { DeliveryRequest, EstimateRecord } from '../state/records.ts';
import { distanceBetween } from './geo.ts';
import { inUtc } from './schedule-rules.ts';

/** The default of `packages` (contract: `CreateEstimateRequest`). */
export const onePackage: PackageInput[] = [{ size: 'small', quantity: 1 }];

/**
 * Returns the fields in which a booking must match its estimate (contract: `createBooking`),
 * normalized for the comparison.
 */
export function termsOf(request: DeliveryRequest): JsonObject {
  const { restrictions, schedule, vehicle_types, cash_on_delivery } = request;
  return {
    pickup: waypointTerms(request.pickup),
    dropoff: waypointTerms(request.dropoff),
    packages: (request.packages ?? onePackage).map(packageTerms),
    service_level: request.service_level ?? 'standard',
    ...(restrictions !== undefined && {
      restrictions: { ...restrictions, contains: [...restrictions.contains].sort() },
    }),
    ...(schedule !== undefined && { schedule: inUtc(schedule) }),
    ...(vehicle_types !== undefined && { vehicle_types: [...vehicle_types].sort() }),
    ...(cash_on_delivery !== undefined && {
      cash_on_delivery: { amount_to_collect: cash_on_delivery.amount_to_collect },
    }),
  };
}

/** The geocoding results of an estimate. */
type Resolution = Pick<EstimateRecord, 'approximate' | 'points'>;

/**
 * Returns an error for each field that differs between an estimate and a booking
 * (`estimate_mismatch`). For an approximate waypoint, the booking may have any address in the same
 * city and country. For other waypoints, the booking may add address details, and the location of
 * the waypoint may be absent or within 100 m of the resolved location. Address values can differ in
 * case, Unicode form and the amount of white space.
 */
export function mismatches(
  estimated: JsonObject,
  booked: JsonObject,
  { approximate, points = {} }: Resolution,
): ProblemItem[] {
  const errors: ProblemItem[] = [];
  const compare = (before: Json | undefined, after: Json | undefined, pointer: string): void => {
    if (isDeepStrictEqual(before, after)) return;
    if (pointer.endsWith('/address/location'))
      errors.push({ pointer, code: 'estimate_mismatch', message: farLocation });
    else if (isObject(before) && isObject(after)) {
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
        compare(before[key], after[key], `${pointer}/${key}`);
    } else if (isList(before) && isList(after) && before.length === after.length) {
      for (const [index, item] of before.entries())
        compare(item, after[index], `${pointer}/${index}`);
    } else errors.push({ pointer, code: 'estimate_mismatch', message: difference(before) });
  };
  const comparable = waypoints.map((name) => {
    const before = estimated[name] as JsonObject;
    const { address, ...rest } = booked[name] as JsonObject;
    if (!isObject(before.address) || !isObject(address)) return [name, booked[name]];
    const relevant = approximate.includes(name)
      ? { ...before.address, ...cityOf(address) }
      : withoutAdditions(before.address, address, points[name]);
    return [name, { ...rest, address: withEstimateSpelling(before.address, relevant) }];
  });
  compare(estimated, { ...booked, ...Object.fromEntries(comparable) }, '');
  return errors;
}

const waypoints = ['pickup', 'dropoff'] as const;
/** Address details that a booking may add. */
const details = ['line1', 'line2', 'district', 'region', 'postal_code'];
/** Maximum distance between the location of a booking and the resolved location, in meters. */
const maxShift = 100;
const farLocation = `must be absent, or within ${maxShift} m of the location that the estimate resolved`;

const cityOf = ({ city = '', country = '' }: JsonObject): JsonObject => ({ city, country });

/** Returns the address of a booking without the details that it may add to the estimate. */
function withoutAdditions(
  estimated: JsonObject,
  booked: JsonObject,
  resolved: GeoPoint | undefined,
): JsonObject {
  const { location, ...rest } = booked;
  const isNear =
    resolved !== undefined &&
    location !== undefined &&
    distanceBetween(resolved, location as unknown as GeoPoint) <= maxShift;
  const kept =
    isNear || location === undefined || resolved === undefined ? estimated.location : location;
  const address = Object.fromEntries(
    Object.entries(rest).filter(([name]) => name in estimated || !details.includes(name)),
  );
  return { ...address, ...(kept !== undefined && { location: kept }) };
}

/**
 * Returns the booked address with the spelling of the estimate for each value that differs only in
 * case, Unicode form or the amount of white space.
 */
const withEstimateSpelling = (estimated: JsonObject, booked: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(booked).map(([name, value]) => {
      const before = estimated[name];
      const isSame =
        typeof before === 'string' &&
        typeof value === 'string' &&
        normalizeName(before) === normalizeName(value);
      return [name, isSame ? before : value];
    }),
  );

function difference(before: Json | undefined): string {
  if (before === undefined) return 'must be absent, as in the estimate';
  const value = typeof before === 'object' ? JSON.stringify(before) : before;
  return `must be ${value}, as in the estimate`;
}

function waypointTerms({ store_id, address, verification }: DeliveryRequest['pickup']): JsonObject {
  return {
    ...(store_id !== undefined && { store_id }),
    ...(address !== undefined && { address }),
    ...(verification !== undefined && {
      verification: { methods: [...verification.methods].sort() },
    }),
  };
}

const packageTerms = ({
  quantity = 1,
  size,
  weight_grams,
  dimensions,
  value,
}: PackageInput): JsonObject => ({
  quantity,
  size,
  ...(weight_grams !== undefined && { weight_grams }),
  ...(dimensions !== undefined && { dimensions }),
  ...(value !== undefined && { value }),
});

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json | undefined): value is JsonObject[] =>
  Array.isArray(value) && value.every(isObject);
