import { createHmac, timingSafeEqual } from 'node:crypto';

// region: verify
interface SignedRequest {
  headers: Record<string, string>;
  /** Raw request body. */
  body: Buffer | string;
  /** The secret (`whsec_…`); during a rotation, both secrets. */
  secrets: string[];
  /** Current time, in seconds since 1970. */
  now?: number;
}

/** Returns whether the signature and timestamp of an event are valid (Standard Webhooks). */
export function isVerified({
  headers,
  body,
  secrets,
  now = Date.now() / 1000,
}: SignedRequest): boolean {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = (headers['webhook-signature'] ?? '').split(' ');
  if (!(Math.abs(now - Number(timestamp)) <= 300)) return false;
  return secrets.some((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body);
    const expected = Buffer.from(`v1,${mac.digest('base64')}`);
    return signatures
      .map((signature) => Buffer.from(signature))
      .some((actual) => actual.length === expected.length && timingSafeEqual(actual, expected));
  });
}
// endregion
