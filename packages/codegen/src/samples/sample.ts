import type { Contract, Json, JsonObject, Operation } from '@delivery-api/specs/contract';

/** A code sample in the format of `x-codeSamples` (Redocly). */
export interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** Origin of a local sandbox. */
export const sandbox = 'http://localhost:4010';
/** Token that a local sandbox accepts. */
export const token = 'test_token';

/** Placeholder in a string. The generated sample replaces it with a new value in each run. */
export const runMark = '__RUN__';

/** The request of a sample. */
export interface SampleRequest {
  method: string;
  url: string;
  headers: { name: string; value: string }[];
  body?: JsonObject;
}

/**
 * Members that depend on the state of a resource or on the time. Without them, a sample can run
 * repeatedly.
 */
const changing = [
  'estimate_id',
  'event_id',
  'expected_revision',
  'occurred_at',
  'schedule',
  'test_scenario',
];
/** Maximum length of the JSON of a body; a longer first example is replaced by the shortest one. */
const maxLength = 1_000;

/**
 * Returns the body of a sample: an example of the request, with a unique external reference
 * in `createBooking`, and without the members that would cause a second run to fail. Returns
 * `undefined` if the request has no example.
 */
export function sampleBody({ request, id }: Operation): JsonObject | undefined {
  const bodies = (request?.examples ?? []).map(({ value }) => value as JsonObject);
  const [first] = bodies;
  if (first === undefined) return undefined;
  const length = (value: Json): number => JSON.stringify(value).length;
  const shortest = bodies.reduce((best, one) => (length(one) < length(best) ? one : best));
  const example = length(first) > maxLength ? shortest : first;
  const body = withoutEnd(
    Object.fromEntries(Object.entries(example).filter(([key]) => !changing.includes(key))),
  );
  return id === 'createBooking'
    ? { ...body, external_reference: `${String(body.external_reference)}-${runMark}` }
    : body;
}

/** Removes each `until` with a fixed time, at any depth, because the time will be in the past. */
const withoutEnd = (body: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(body, (key, value: unknown) =>
      key === 'until' && typeof value === 'string' ? undefined : value,
    ),
  ) as JsonObject;

/** Returns the request that a sample sends to a local sandbox. */
export function sampleRequest({ name }: Contract, operation: Operation): SampleRequest {
  const { method, parameters } = operation;
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (url, parameter) =>
        url.replace(`{${parameter.name}}`, encodeURIComponent(String(parameter.example))),
      operation.path,
    );
  const body = sampleBody(operation);
  const headers = [
    { name: 'Authorization', value: `Bearer ${token}` },
    ...(body === undefined ? [] : [{ name: 'Content-Type', value: 'application/json' }]),
    ...parameters
      .filter((parameter) => parameter.in === 'header' && parameter.required)
      .map(({ name, example }) => ({
        name,
        value: name === 'Idempotency-Key' ? runMark : String(example),
      })),
  ];
  return {
    method: method.toUpperCase(),
    url: `${sandbox}/${name}${path}`,
    headers,
    ...(body !== undefined && { body }),
  };
}
