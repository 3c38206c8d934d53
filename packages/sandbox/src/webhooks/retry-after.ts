const maxSeconds = 3_600;

/**
 * Returns the wait that a receiver requests with `Retry-After` (RFC 9110: seconds or a date), in
 * seconds, at most 3,600; `undefined` without a valid future time.
 *
 * @param now real time, in milliseconds since 1970
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - now) / 1000);
  return seconds > 0 ? Math.min(seconds, maxSeconds) : undefined;
}
