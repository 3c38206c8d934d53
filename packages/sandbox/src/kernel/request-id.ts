import { randomBytes } from 'node:crypto';

const digits = '0123456789abcdef';

/**
 * Creates a generator of request IDs: `req_` and 16 hexadecimal digits.
 *
 * @param random returns a number from 0 up to, but not including, 1. Default: the cryptographic
 * random generator of Node.js
 */
export const createRequestIds = (random?: (() => number) | undefined) => (): string =>
  `req_${random === undefined ? randomBytes(8).toString('hex') : Array.from({ length: 16 }, () => digits[Math.floor(random() * 16)]).join('')}`;
