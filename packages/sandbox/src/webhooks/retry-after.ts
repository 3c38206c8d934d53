const maxSeconds = 3_600;

/**
 * Returns the wait that a receiver asks for (RFC 9110, `Retry-After`: seconds or a date), in seconds,
 * at most 3,600; `undefined` when it asks for none.
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
