import type { PlatformResponse } from '../http/platform.js';

/** Maximum for a number of seconds: the limit for delays in RFC 9111. */
const maxSeconds = 2 ** 31;

/**
 * Returns `Retry-After` (RFC 9110) in whole seconds. A date is compared with the `Date` header of
 * the same response, so that an inaccurate local clock has no effect. Without a `Date` header, the
 * date is compared with the local clock.
 *
 * @returns `undefined` if the header is absent or invalid
 */
export function retryAfterSeconds({
  headers,
}: Pick<PlatformResponse, 'headers'>): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value), maxSeconds);
  const seconds = Math.ceil(
    (Date.parse(value) - (Date.parse(headers.get('date') ?? '') || Date.now())) / 1000,
  );
  // `Date.parse` of some platforms accepts values such as `-5`. A date contains letters.
  return /[a-z]/i.test(value) && !Number.isNaN(seconds) ? Math.max(0, seconds) : undefined;
}
