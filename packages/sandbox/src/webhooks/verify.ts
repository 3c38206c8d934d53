import { timingSafeEqual } from 'node:crypto';
import { signature } from './sign.ts';

const tolerance = 5 * 60;

/**
 * What is wrong with an event that has come in, as Standard Webhooks 1.0 says; `undefined` where
 * nothing is.
 *
 * @param headers names in lower case
 * @param now seconds since 1970
 */
export function wrongWith(
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
  if (!/^\d+$/.test(timestamp) || Math.abs(Number(timestamp) - now) > tolerance)
    return 'signed more than five minutes ago or ahead';
  const right = secrets.map((secret) => signature([secret], id, Number(timestamp), body));
  return signed.split(' ').some((one) => right.some((other) => isSame(one, other)))
    ? undefined
    : 'wrong signature';
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
