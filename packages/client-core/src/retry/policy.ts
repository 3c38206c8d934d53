import type { OperationDefinition } from '../contract/operation.js';

/** Reports whether a status indicates a temporary failure. Some proxies return 520 to 524. */
export const isTransient = (status: number): boolean =>
  [408, 425, 429, 500, 502, 503, 504].includes(status) || (status >= 520 && status <= 524);

/** A failed attempt. Without a `status`, no complete response was received. */
export interface AttemptOutcome {
  status?: number | undefined;
  /** `retryable` of the problem; `undefined` if the response has none. */
  retryable?: boolean | undefined;
  /** `Retry-After` of the response, in seconds. */
  retryAfter?: number | undefined;
}

/**
 * Reports whether the client can retry a call. Reads, and writes with an `Idempotency-Key`, are
 * retried after a temporary failure, after a problem with `retryable: true` and `Retry-After`, and
 * if no complete response is received. Other writes are retried only after 429, because rate limits
 * apply before processing. A problem with `retryable: false` is never retried.
 */
export function isRetryable(
  { method, keyed }: Pick<OperationDefinition, 'method' | 'keyed'>,
  { status, retryable, retryAfter }: AttemptOutcome,
): boolean {
  if (retryable === false) return false;
  if (status === 429) return true;
  return (
    (keyed || method === 'get') &&
    (status === undefined ||
      isTransient(status) ||
      (retryable === true && retryAfter !== undefined))
  );
}

/**
 * Maximum `Retry-After` that a call waits for. If `Retry-After` is longer, the client does not
 * retry.
 */
const maxRetryAfterSeconds = 60;

/**
 * Returns the delay before the next attempt, in milliseconds: `Retry-After`, otherwise exponential
 * backoff from 0.5 s to 8 s, reduced by up to 25% jitter.
 *
 * @param retry number of earlier retries of the call; 0 before the first retry
 * @param retryAfter `Retry-After` of the response, in seconds
 * @param random returns a number from 0 to below 1
 * @returns `undefined` if `Retry-After` is longer than 60 s
 */
export function retryDelayMs(
  retry: number,
  retryAfter: number | undefined,
  random: () => number,
): number | undefined {
  if (retryAfter === undefined) return Math.min(8000, 500 * 2 ** retry) * (1 - random() / 4);
  return retryAfter > maxRetryAfterSeconds ? undefined : retryAfter * 1000;
}
