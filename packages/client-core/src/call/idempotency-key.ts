/**
 * Returns a random UUID, or 32 random hexadecimal digits in an insecure context, such as a page
 * without HTTPS, where `crypto.randomUUID` is missing.
 */
export const newIdempotencyKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
