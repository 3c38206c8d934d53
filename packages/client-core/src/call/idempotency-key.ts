/**
 * Returns a random UUID, or 32 random hexadecimal digits on pages without HTTPS, which have no
 * `crypto.randomUUID`.
 */
export const newIdempotencyKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
