import type {
  Contract,
  JsonObject,
  Limits,
  Operation,
  WebhookDelivery,
} from '@delivery-api/specs/contract';

/** Formats a size in the largest unit that divides it. */
export const bytes = (count: number): string =>
  count % 1024 ** 2 === 0
    ? `${count / 1024 ** 2} MiB`
    : count % 1024 === 0
      ? `${count / 1024} KiB`
      : `${count} bytes`;

/** Returns the limits of an operation as a sentence. */
export function limitsSentence({
  rate,
  max_body_bytes: body,
  timeout_seconds: timeout,
}: Limits): string {
  const parts = [
    `${rate.requests} requests in ${rate.per_seconds} seconds`,
    ...(body === undefined ? [] : [`a body of at most ${bytes(body)}`]),
    `an answer within ${timeout} seconds`,
  ];
  return `For each tenant ${parts.join(', ')}.`;
}

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
