const longest = 3600;

/**
 * How long a receiver asks to be left alone (RFC 9110, `Retry-After`: seconds or a date), in
 * seconds, an hour at most; `undefined` where it does not.
 *
 * @param now milliseconds since 1970, real time
 */
export function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - now) / 1000);
  return seconds > 0 ? Math.min(seconds, longest) : undefined;
}
