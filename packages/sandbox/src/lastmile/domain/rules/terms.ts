import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type {
  Address,
  DeliveryRequest,
  EndName,
  EndRequest,
  PackageRequest,
} from '../../state/model.ts';
import { inUtc } from './schedule-rules.ts';

/** What the packages are when nothing is said of them (contract: `CreateEstimateRequest`). */
export const onePackage: PackageRequest[] = [{ size: 'small', quantity: 1 }];

/**
 * The fields on which a price rests, in one form, so that an estimate and a booking can be held
 * against each other.
 */
export function termsOf(request: DeliveryRequest): JsonObject {
  const { restrictions, schedule, vehicle_types, cash_on_delivery } = request;
  return {
    pickup: endTerms(request.pickup),
    dropoff: endTerms(request.dropoff),
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
 * Each field of a booking that is not as it was estimated (`estimate_mismatch`).
 *
 * @param rough ends that the estimate knew too roughly: there the booking may be more exact within
 * the same town
 */
export function mismatches(
  estimated: JsonObject,
  booked: JsonObject,
  rough: readonly EndName[],
): ProblemItem[] {
  const faults: ProblemItem[] = [];
  const compare = (before: Json | undefined, after: Json | undefined, pointer: string): void => {
    if (isDeepStrictEqual(before, after)) return;
    const both = [before, after];
    if (both.every(isObject)) {
      const [one, other] = both as [JsonObject, JsonObject];
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        compare(one[key], other[key], `${pointer}/${key}`);
    } else if (
      both.every(isListOfObjects) &&
      (before as Json[]).length === (after as Json[]).length
    ) {
      for (const [index, item] of (before as Json[]).entries())
        compare(item, (after as Json[])[index], `${pointer}/${index}`);
    } else {
      faults.push({ pointer, code: 'estimate_mismatch', message: difference(before) });
    }
  };
  compare(withoutDetails(estimated, rough), withoutDetails(booked, rough), '');
  return faults;
}

function difference(before: Json | undefined): string {
  if (before === undefined) return 'must be absent, as in the estimate';
  return `must be ${typeof before === 'object' ? JSON.stringify(before) : before}, as in the estimate`;
}

// A verification is part of the price where an age has to be checked, and only there.
function endTerms({ store_id, address, verification }: EndRequest): JsonObject {
  return {
    ...(store_id !== undefined && { store_id }),
    ...(address !== undefined && { address }),
    ...(verification?.methods.includes('id_check') && { verification: { methods: ['id_check'] } }),
  };
}

function packageTerms({
  quantity = 1,
  size,
  weight_grams,
  dimensions,
  value,
}: PackageRequest): JsonObject {
  return {
    quantity,
    size,
    ...(weight_grams !== undefined && { weight_grams }),
    ...(dimensions !== undefined && { dimensions }),
    ...(value !== undefined && { value }),
  };
}

function withoutDetails(terms: JsonObject, rough: readonly EndName[]): JsonObject {
  const reduced = rough.map((end) => {
    const { address, ...rest } = terms[end] as JsonObject;
    const { city, country } = (address ?? {}) as Address;
    return [end, address === undefined ? rest : { ...rest, address: { city, country } }];
  });
  return { ...terms, ...Object.fromEntries(reduced) };
}

const isObject = (value: Json | undefined): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isListOfObjects = (value: Json | undefined): boolean =>
  Array.isArray(value) && value.every(isObject);
