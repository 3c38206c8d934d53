import { WebhookVerificationError } from './error.js';

const algorithm = { name: 'HMAC', hash: 'SHA-256' };

/**
 * Keys by their secret: making one takes longer than checking an event with it. Two interfaces in
 * the middle of a rotation have four.
 */
const keys = new Map<string, CryptoKey>();
const mostKeys = 16;

/**
 * The key behind a secret (`whsec_` and the Base64 of 24 to 64 bytes, as Standard Webhooks has it).
 * It is made once and kept, as long as there are few.
 *
 * @throws {WebhookVerificationError} `bad_secret`, which does not repeat it
 */
export async function keyOf(secret: unknown): Promise<CryptoKey> {
  const kept = keys.get(secret as string);
  if (kept !== undefined) return kept;
  const bytes =
    typeof secret === 'string' && secret.startsWith('whsec_')
      ? fromBase64(secret.slice(6))
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
  if (keys.size >= mostKeys) keys.clear();
  keys.set(secret as string, key);
  return key;
}

/** What is signed: `<id>.<timestamp>.<body>`. */
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

/** More than a rotation needs; each costs a pass over the body. */
const mostSignatures = 8;
/** `v1,` and the Base64 of 32 bytes. */
const signatureLength = 47;

/**
 * The `v1` signatures of the header (`v1,<Base64> v1,<Base64>`); others are for newer receivers and
 * say nothing here.
 */
export function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
  return header
    .split(' ')
    .filter((one) => one.startsWith('v1,') && one.length === signatureLength)
    .slice(0, mostSignatures)
    .map((one) => fromBase64(one.slice(3)))
    .filter((bytes) => bytes !== undefined);
}

/** Whether any of the signatures was made with this key. The platform compares in constant time. */
export async function isSigned(
  key: CryptoKey,
  signatures: Uint8Array<ArrayBuffer>[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const signature of signatures) {
    if (await crypto.subtle.verify(algorithm, key, signature, content)) return true;
  }
  return false;
}

/** One signature, as the header carries it. */
export async function signatureOf(
  key: CryptoKey,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign(algorithm, key, content));
  return `v1,${btoa(String.fromCharCode(...bytes))}`;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
