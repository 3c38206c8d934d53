import { WebhookVerificationError } from './error.js';

const algorithm = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Imported keys by secret. Importing a key takes longer than verifying an event. A receiver of both
 * interfaces has four secrets during a rotation.
 */
const keys = new Map<string, CryptoKey>();
const maxCachedKeys = 16;

/**
 * Imports the key of a secret: `whsec_` and the Base64 of 24 to 64 bytes (Standard Webhooks). Keys
 * are cached.
 *
 * @throws {WebhookVerificationError} `bad_secret` if the secret has another format; the message
 * never contains the secret
 */
export async function keyOf(secret: unknown): Promise<CryptoKey> {
  const cached = keys.get(secret as string);
  if (cached !== undefined) return cached;
  const bytes =
    typeof secret === 'string' && secret.startsWith('whsec_')
      ? decodeBase64(secret.slice(6))
      : undefined;
  if (bytes === undefined || bytes.length < 24 || bytes.length > 64) {
    const found =
      typeof secret === 'string'
        ? 'a text that is none'
        : `${secret === null ? 'null' : typeof secret}`;
    throw new WebhookVerificationError(
      'bad_secret',
      `A webhook secret is \`whsec_\` followed by Base64, and this is ${found}. Is the environment variable set?`,
    );
  }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify']);
  if (keys.size >= maxCachedKeys) keys.clear();
  keys.set(secret as string, key);
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

/** Limit of signatures to verify, because each one hashes the whole body. A rotation needs two. */
const maxSignatures = 8;
/** Length of `v1,` and the Base64 of 32 bytes. */
const signatureLength = 47;

/**
 * Parses the `v1` signatures of `webhook-signature` (`v1,<Base64> v1,<Base64>`). Signatures of other
 * versions are ignored.
 */
export function parseSignatures(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(' ')
    .filter((part) => part.startsWith('v1,') && part.length === signatureLength)
    .slice(0, maxSignatures)
    .map((part) => decodeBase64(part.slice(3)))
    .filter((bytes) => bytes !== undefined);
}

/** Reports whether one of the signatures matches. `crypto.subtle` compares in constant time. */
export async function hasValidSignature(
  key: CryptoKey,
  signatures: Uint8Array<ArrayBuffer>[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const signature of signatures) {
    if (await crypto.subtle.verify(algorithm, key, signature, content)) return true;
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

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
