import { createHmac } from 'node:crypto';

/**
 * Signs an event (Standard Webhooks 1.0): HMAC-SHA256 over `id.timestamp.body`.
 *
 * @param secrets each secret is `whsec_` followed by Base64; several secrets during a rotation
 * @param timestamp seconds since 1970
 * @returns the value of the `webhook-signature` header: one `v1,…` signature for each secret,
 * separated by spaces
 */
export function signature(
  secrets: readonly string[],
  id: string,
  timestamp: number,
  body: string,
): string {
  return secrets
    .map(
      (secret) =>
        `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
    )
    .join(' ');
}

/** Returns the headers of a webhook, including its ID, timestamp and signature. */
export const signedHeaders = (
  secrets: readonly string[],
  id: string,
  timestamp: number,
  body: string,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'delivery-api-sandbox',
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature(secrets, id, timestamp, body),
});

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/** Returns whether a string is a secret: `whsec_` and the Base64 encoding of 24 to 64 bytes. */
export function isSecret(secret: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return false;
  const { length } = keyOf(secret);
  return length >= 24 && length <= 64;
}
