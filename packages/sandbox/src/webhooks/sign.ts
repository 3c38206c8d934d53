import { createHmac } from 'node:crypto';

/**
 * Signs an event (Standard Webhooks 1.0): HMAC-SHA256 over `id.timestamp.body`.
 *
 * @param secrets each `whsec_` and base64; several during a rotation
 * @param timestamp seconds since 1970
 * @returns the header `webhook-signature`: one `v1,…` for each secret, separated by spaces
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

/** Returns the headers of a webhook: its id, the time when it is sent, and its signature. */
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

/** Whether a text is a valid secret: `whsec_` and the base64 of 24 to 64 bytes. */
export function isSecret(secret: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return false;
  const { length } = keyOf(secret);
  return length >= 24 && length <= 64;
}
