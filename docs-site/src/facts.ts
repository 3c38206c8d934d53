import type {
  Contract,
  JsonObject,
  Limits,
  Operation,
  Rate,
  WebhookDelivery,
} from '@delivery-api/specs/contract';

/** Formats a size in the largest unit that divides it. */
export const bytes = (count: number): string =>
  count % 1024 ** 2 === 0
    ? `${count / 1024 ** 2} MiB`
    : count % 1024 === 0
      ? `${count / 1024} KiB`
      : `${count} bytes`;

/** Returns the rate limits of an operation, one for each type of its request. */
export const ratesOf = ({ rate, rate_by_type = {} }: Limits): string =>
  [
    rateText(rate),
    ...Object.entries(rate_by_type).map(([type, one]) => `${type}: ${rateText(one)}`),
  ].join('; ');

const rateText = ({ requests, per_seconds, per }: Rate): string =>
  `${requests} requests in ${per_seconds} s per ${per}`;

/** Returns the limits of an operation as a sentence. */
export function limitsSentence(limits: Limits): string {
  const { max_body_bytes: body, timeout_seconds: timeout } = limits;
  const parts = [
    ratesOf(limits),
    ...(body === undefined ? [] : [`body of at most ${bytes(body)}`]),
    `response within ${timeout} s`,
  ];
  return `${parts.join(', ')}.`;
}

/**
 * Returns a note on the fixed times in the request examples of an operation, or `undefined` if the
 * examples contain no times. The console moves these times into the future.
 */
export const exampleTimesNote = ({ request }: Operation): string | undefined =>
  /"\d{4}-\d\d-\d\dT/.test(JSON.stringify(request?.examples.map(({ value }) => value) ?? []))
    ? 'The times in the request examples are fixed. Replace them with later times, or use Try it, which does so.'
    : undefined;

/** Returns the operations that can return a problem code. */
export const operationsReturning = ({ operations }: Contract, code: string): Operation[] =>
  operations.filter(({ responses }) => responses.some(({ codes }) => codes.includes(code)));

/** Returns the decisions that `x-decisions` of an operation, webhook or schema names. */
export const decisionsOf = (node: JsonObject | undefined): number[] =>
  Array.isArray(node?.['x-decisions']) ? node['x-decisions'].map(Number) : [];

/** Returns the published test case of a webhook signature, one value per line. */
export const testVector = ({
  test_vector: vector,
}: WebhookDelivery): string => `secret               ${vector.secret}
webhook-id           ${vector.id}
webhook-timestamp    ${vector.timestamp}
webhook-signature    ${vector.signature}
body                 ${vector.body}`;
