import type { WebhookBody } from './body.js';
import { type Delivery, readDelivery, type UnwrapOptions, verifiedDelivery } from './delivery.js';
import type { WebhookHeaders } from './headers.js';
import { checkSecrets } from './secret.js';
import { hasValidSignature, keyOf, signedContent } from './signature.js';

/**
 * Verifies one delivery (Standard Webhooks 1.0, HMAC-SHA256) with Web Crypto, and returns it with
 * its parsed event.
 *
 * @param rawBody request body as received, before any parser
 * @param secrets the current secret; during a rotation, also the previous one
 * @throws {WebhookVerificationError} if the delivery cannot be verified
 * @throws {TypeError} if `toleranceSeconds` is not a number of at least 0
 */
export async function unwrap<Event>(
  rawBody: WebhookBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options?: UnwrapOptions,
): Promise<Delivery<Event>> {
  const keys = await Promise.all(checkSecrets(secrets).map(keyOf));
  const delivery = readDelivery(rawBody, headers, options);
  const { body, id, timestamp, signatures } = delivery;
  const content = signedContent(
    id,
    timestamp,
    typeof body === 'string' ? new TextEncoder().encode(body) : body,
  );
  for (const key of keys)
    if (await hasValidSignature(key, signatures, content)) return verifiedDelivery(delivery, true);
  return verifiedDelivery(delivery, false);
}
