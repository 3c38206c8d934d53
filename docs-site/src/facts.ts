import type {
  Contract,
  JsonObject,
  Limits,
  Operation,
  Rate,
  WebhookDelivery,
} from '@delivery-api/specs/contract';

/** Formats a size in MiB, KiB or bytes: the largest unit of which the size is a multiple. */
export const bytes = (count: number): string =>
  count % 1024 ** 2 === 0
    ? `${count / 1024 ** 2} MiB`
    : count % 1024 === 0
      ? `${count / 1024} KiB`
      : `${count} bytes`;

/** Returns the rate limits of an operation: the default, then those of request types. */
export const ratesOf = ({ rate, rate_by_type = {} }: Limits): string =>
  [
    rateText(rate),
    ...Object.entries(rate_by_type).map(
      ([type, one]) => `${rateText(one)} for requests of type ${type}`,
    ),
  ].join('; ');

const rateText = ({ requests, per_seconds, per }: Rate): string =>
  `${requests.toLocaleString('en')} requests in ${per_seconds} s per ${per}`;

/** Returns the limits of an operation as text: rate, body size and timeout. */
export function limitsSentence(limits: Limits): string {
  const { max_body_bytes: body, timeout_seconds: timeout } = limits;
  const parts = [
    `Rate: ${ratesOf(limits)}.`,
    ...(body === undefined ? [] : [`Maximum body size: ${bytes(body)}.`]),
    `Timeout: ${timeout} s.`,
  ];
  return parts.join(' ');
}

/**
 * Returns a note on the fixed times in the request examples of an operation, or `undefined` if the
 * examples contain no times. The **Try it** console moves these times into the future.
 */
export const exampleTimesNote = ({ request }: Operation): string | undefined =>
  /"\d{4}-\d\d-\d\dT/.test(JSON.stringify(request?.examples.map(({ value }) => value) ?? []))
    ? 'The request examples contain fixed times. Replace them with later times, or use Try it, which replaces them.'
    : undefined;

/** Returns the operations that can return a problem code. */
export const operationsReturning = ({ operations }: Contract, code: string): Operation[] =>
  operations.filter(({ responses }) => responses.some(({ codes }) => codes.includes(code)));

/** Returns the numbers in the `x-decisions` extension of an operation, webhook or schema. */
export const decisionsOf = (node: JsonObject | undefined): number[] =>
  Array.isArray(node?.['x-decisions']) ? node['x-decisions'].map(Number) : [];

/** Returns the published test vector of a webhook signature, one value per line. */
export const testVector = ({
  test_vector: vector,
}: WebhookDelivery): string => `secret               ${vector.secret}
webhook-id           ${vector.id}
webhook-timestamp    ${vector.timestamp}
webhook-signature    ${vector.signature}
body                 ${vector.body}`;
