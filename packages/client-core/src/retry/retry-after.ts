import type { PlatformResponse } from '../http/platform.js';

/**
 * `Retry-After` (RFC 9110) in whole seconds, whether it came as seconds or as a date. A date is
 * compared with the answer's own `Date`, so that a wrong clock
 * here does no harm. `undefined` when it is absent or says neither.
 */
export function retryAfterOf({ headers }: Pick<PlatformResponse, 'headers'>): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const seconds = Math.ceil(
    (Date.parse(value) - (Date.parse(headers.get('date') ?? '') || Date.now())) / 1000,
  );
  // Without a letter it is no date, even where the platform reads one into `-5`.
  return /[a-z]/i.test(value) && !Number.isNaN(seconds) ? Math.max(0, seconds) : undefined;
}
