import { isDeepStrictEqual } from 'node:util';
import type { PackageInput } from '@delivery-api/lastmile-types';
import type { Json, JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../kernel/problem-error.ts';
import type { DeliveryRequest, WaypointName } from '../state/records.ts';
import { inUtc } from './schedule-rules.ts';

/** The default of `packages` (contract: `CreateEstimateRequest`). */
export const onePackage: PackageInput[] = [{ size: 'small', quantity: 1 }];

/**
 * Returns the fields that the price depends on, normalized, so that a booking can be compared with
 * an estimate.
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

/**
 * Returns an error for each field that differs between an estimate and a booking
 * (`estimate_mismatch`).
 *
 * @param approximate waypoints whose address may be more exact in the booking, in the same town
 */
export function mismatches(
  estimated: JsonObject,
  booked: JsonObject,
  approximate: readonly WaypointName[],
): ProblemItem[] {
  const errors: ProblemItem[] = [];
  const compare = (before: Json | undefined, after: Json | undefined, pointer: string): void => {
    if (isDeepStrictEqual(before, after)) return;
    if (isObject(before) && isObject(after)) {
      for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
        compare(before[key], after[key], `${pointer}/${key}`);
    } else if (isList(before) && isList(after) && before.length === after.length) {
      for (const [index, item] of before.entries())
        compare(item, after[index], `${pointer}/${index}`);
    } else errors.push({ pointer, code: 'estimate_mismatch', message: difference(before) });
  };
  compare(withoutStreets(estimated, approximate), withoutStreets(booked, approximate), '');
  return errors;
}

function difference(before: Json | undefined): string {
  if (before === undefined) return 'must be absent, as in the estimate';
  const value = typeof before === 'object' ? JSON.stringify(before) : before;
  return `must be ${value}, as in the estimate`;
}

// Of all verification methods, only an age check has a price.
function waypointTerms({ store_id, address, verification }: DeliveryRequest['pickup']): JsonObject {
  return {
    ...(store_id !== undefined && { store_id }),
    ...(address !== undefined && { address }),
    ...(verification?.methods.includes('id_check') && { verification: { methods: ['id_check'] } }),
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

function withoutStreets(terms: JsonObject, approximate: readonly WaypointName[]): JsonObject {
  const reduced = approximate.map((name) => {
    const { address, ...rest } = terms[name] as JsonObject;
    if (!isObject(address)) return [name, rest];
    return [name, { ...rest, address: { city: address.city, country: address.country } }];
  });
  return { ...terms, ...Object.fromEntries(reduced) };
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json | undefined): value is JsonObject[] =>
  Array.isArray(value) && value.every(isObject);
