import type { JsonObject, Limits, WebhookDelivery } from '@delivery-api/specs/contract';
import { decisionAnchor, decisionName } from './decision-names.ts';

/** A size in the largest unit that fits without a rest. */
export const bytes = (count: number): string =>
  count % 1024 ** 2 === 0
    ? `${count / 1024 ** 2} MiB`
    : count % 1024 === 0
      ? `${count / 1024} KiB`
      : `${count} bytes`;

/** The limits of an operation in a sentence, as Markdown. */
export function limitsLine({
  rate,
  max_body_bytes: body,
  timeout_seconds: timeout,
}: Limits): string {
  const parts = [
    `${rate.requests} requests in ${rate.per_seconds} seconds`,
    ...(body === undefined ? [] : [`a body of at most ${bytes(body)}`]),
    `an answer within ${timeout} seconds`,
  ];
  return `**Limits.** For each tenant ${parts.join(', ')}.`;
}

/**
 * The decisions that `x-decisions` of an operation or webhook names, as links in Markdown.
 * `undefined` when it names none.
 */
export function decisionsLine(node: JsonObject): string | undefined {
  const numbers = node['x-decisions'];
  if (!Array.isArray(numbers) || numbers.length === 0) return undefined;
  return `**Decided in** ${numbers.map((number) => `[${decisionName(Number(number))}](../decisions.html#${decisionAnchor(Number(number))})`).join(', ')}.`;
}

/** The published case of a webhook's signature, a value a line. */
export const testVector = ({
  test_vector: vector,
}: WebhookDelivery): string => `secret               ${vector.secret}
webhook-id           ${vector.id}
webhook-timestamp    ${vector.timestamp}
webhook-signature    ${vector.signature}
body                 ${vector.body}`;

/** The same as Markdown, so that a receiver can be tried without a single real event. */
export const testVectorLines = (delivery: WebhookDelivery): string =>
  `**Try your check** on this case; with these five lines it has to pass, and with any other character it has to fail.

\`\`\`text
${testVector(delivery)}
\`\`\``;
