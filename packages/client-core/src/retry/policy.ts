import type { OperationDefinition } from '../contract/operation.js';

/** Statuses of temporary failures; `undefined` means that no response was received. */
const temporaryFailures: readonly (number | undefined)[] = [undefined, 408, 500, 502, 503, 504];

/** Status and problem code of a response. Both are `undefined` if no response was received. */
export interface AttemptOutcome {
  status?: number | undefined;
  code?: string | undefined;
}

/**
 * Reports whether the contract allows a retry. Every operation is retried after 429, because rate
 * limits apply before processing. Reads, and writes with an `Idempotency-Key`, are also retried
 * after a missing response, 408, 500, 502, 503, 504, and after 409 `idempotency_in_progress`.
 */
export function isRetryable(
  { method, keyed }: Pick<OperationDefinition, 'method' | 'keyed'>,
  { status, code }: AttemptOutcome,
): boolean {
  return (
    status === 429 ||
    ((keyed || method === 'get') &&
      (temporaryFailures.includes(status) ||
        (status === 409 && code === 'idempotency_in_progress')))
  );
}

/** Maximum `Retry-After` that a call waits for. If it is longer, the call fails immediately. */
const maxRetryAfterSeconds = 60;

/**
 * Returns the delay before the next attempt, in milliseconds: `Retry-After`, otherwise exponential
 * backoff from 0.5 s to 8 s with up to 25 % jitter.
 *
 * @param retry number of earlier retries, starting with 0
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
