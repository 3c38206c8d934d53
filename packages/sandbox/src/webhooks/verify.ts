import { timingSafeEqual } from 'node:crypto';
import { signature } from './sign.ts';

const toleranceSeconds = 5 * 60;

/**
 * Verifies a webhook (Standard Webhooks 1.0).
 *
 * @param headers names in lower case
 * @param now seconds since 1970
 * @returns the reason why the webhook is invalid; `undefined` if it is valid
 */
export function verifyWebhook(
  headers: Readonly<Record<string, unknown>>,
  body: string,
  secrets: readonly string[],
  now: number,
): string | undefined {
  const [id, timestamp, signed] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  );
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signed !== 'string')
    return 'not signed';
  if (!/^\d+$/.test(timestamp) || Math.abs(Number(timestamp) - now) > toleranceSeconds)
    return 'the timestamp differs from the local clock by more than five minutes';
  const expected = secrets.map((secret) => signature([secret], id, Number(timestamp), body));
  return signed.split(' ').some((given) => expected.some((valid) => isEqual(given, valid)))
    ? undefined
    : 'wrong signature';
}

/** Compares two strings in constant time. */
function isEqual(given: string, valid: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(valid)];
  return a.length === b.length && timingSafeEqual(a, b);
}
