import { WebhookVerificationError } from './error.js';

/**
 * Returns the secrets as an array without missing or empty values, which unset environment
 * variables can cause.
 *
 * @throws {WebhookVerificationError} `bad_secret` if no secret remains
 */
export function checkSecrets(secrets: string | readonly string[]): readonly string[] {
  const list = typeof secrets === 'string' ? [secrets] : (secrets ?? []);
  const used = list.filter((secret) => secret !== '' && secret !== undefined && secret !== null);
  if (used.length === 0) throw badSecret(list[0]);
  return used;
}

/**
 * Returns the key bytes of a secret. A secret is `whsec_` followed by the Base64 encoding of 24 to
 * 64 bytes (Standard Webhooks).
 *
 * @throws {WebhookVerificationError} `bad_secret` if the secret has another format; the message
 * never contains the secret
 */
export function keyBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes =
    typeof secret === 'string' && secret.startsWith('whsec_')
      ? decodeBase64(secret.slice(6))
      : undefined;
  if (bytes === undefined || bytes.length < 24 || bytes.length > 64) throw badSecret(secret);
  return bytes;
}

function badSecret(secret: unknown): WebhookVerificationError {
  const found = typeof secret === 'string' ? 'a different format' : String(secret && typeof secret);
  return new WebhookVerificationError(
    'bad_secret',
    `A webhook secret must be \`whsec_\` and Base64 of 24 to 64 bytes; got ${found}. Check the environment variable.`,
  );
}

/** Returns the bytes of a Base64 text; `undefined` if the text is empty or not Base64. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const binary = atob(text);
  // `Uint8Array.from` takes more than ten times as long, because it iterates over the text.
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
