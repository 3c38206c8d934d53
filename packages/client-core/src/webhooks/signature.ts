import { decodeBase64, keyBytes } from './secret.js';

const algorithm = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Imported keys by secret. Importing a key takes longer than verifying an event. A receiver for
 * both interfaces has four secrets during a rotation.
 */
const keys = new Map<string, CryptoKey>();
const maxCachedKeys = 16;

/**
 * Imports the key of a secret. Keys are cached.
 *
 * @throws {WebhookVerificationError} `bad_secret` if the secret does not have the format `whsec_…`
 */
export async function keyOf(secret: string): Promise<CryptoKey> {
  const cached = keys.get(secret);
  if (cached !== undefined) return cached;
  const bytes = keyBytes(secret);
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']);
  if (keys.size >= maxCachedKeys) keys.clear();
  keys.set(secret, key);
  return key;
}

/** Returns the signed content: `<id>.<timestamp>.<body>`. */
export function signedContent(
  id: string,
  timestamp: string,
  body: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  return content;
}

/**
 * Maximum number of signatures to verify, because each verification hashes the whole body. A
 * rotation needs two.
 */
const maxSignatures = 8;
/** Length of `v1,` and the Base64 of 32 bytes. */
const signatureLength = 47;

/**
 * Returns the Base64 of the first eight `v1` signatures in `webhook-signature` (`v1,<Base64>
 * v1,<Base64>`). Signatures of other versions or lengths are ignored.
 */
export const parseSignatures = (header: string): string[] =>
  header
    .split(' ')
    .filter((part) => part.startsWith('v1,') && part.length === signatureLength)
    .slice(0, maxSignatures)
    .map((part) => part.slice(3));

/** Reports whether one of the signatures is valid. `crypto.subtle` compares in constant time. */
export async function hasValidSignature(
  key: CryptoKey,
  signatures: readonly string[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const signature of signatures) {
    const bytes = decodeBase64(signature);
    if (bytes && (await crypto.subtle.verify(algorithm, key, bytes, content))) return true;
  }
  return false;
}

/** Returns one signature in the format of `webhook-signature`. */
export async function signatureOf(
  key: CryptoKey,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign(algorithm, key, content));
  return `v1,${btoa(String.fromCharCode(...bytes))}`;
}
