/**
 * Returns a random key. Pages that are not served over HTTPS have no `crypto.randomUUID`, so they
 * get 32 hexadecimal digits instead.
 */
export const newIdempotencyKey = (): string =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
