/// <reference path="./node-crypto.d.ts" />
// Verification in Node.js. `node:crypto` is synchronous and faster than Web Crypto.
import { createHmac, createSecretKey, type SecretKey, timingSafeEqual } from 'node:crypto';
import type { WebhookBody } from './body.js';
import { type Delivery, readDelivery, type UnwrapOptions, verifiedDelivery } from './delivery.js';
import type { WebhookHeaders } from './headers.js';
import { checkSecrets, decodeBase64, keyBytes } from './secret.js';

export * from './exports.js';

/** Keys by secret. A receiver for both interfaces has four secrets during a rotation. */
const keys = new Map<string, SecretKey>();
const maxCachedKeys = 16;

function keyOf(secret: string): SecretKey {
  const cached = keys.get(secret);
  if (cached !== undefined) return cached;
  const key = createSecretKey(keyBytes(secret));
  if (keys.size >= maxCachedKeys) keys.clear();
  keys.set(secret, key);
  return key;
}

/**
 * Verifies one delivery (Standard Webhooks 1.0, HMAC-SHA256) and returns it with its parsed event.
 *
 * @param rawBody request body as received, before any parser
 * @param secrets the current secret; during a rotation, also the previous one
 * @throws {WebhookVerificationError} if the delivery cannot be verified
 * @throws {TypeError} if `toleranceSeconds` is not a number of at least 0
 */
export function unwrapSync<Event>(
  rawBody: WebhookBody,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options?: UnwrapOptions,
): Delivery<Event> {
  const used = checkSecrets(secrets).map(keyOf);
  const delivery = readDelivery(rawBody, headers, options);
  const { body, id, timestamp, signatures } = delivery;
  const signed = signatures.map(decodeBase64).filter((bytes) => bytes?.length === 32);
  const isValid = used.some((key) => {
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
    return signed.some((bytes) => timingSafeEqual(digest, bytes as Uint8Array));
  });
  return verifiedDelivery(delivery, isValid);
}

/** Verifies like {@link unwrapSync}, and rejects instead of throwing. */
export const unwrap = async <Event>(
  ...delivery: Parameters<typeof unwrapSync>
): Promise<Delivery<Event>> => unwrapSync<Event>(...delivery);
