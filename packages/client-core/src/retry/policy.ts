import type { OperationDefinition } from '../contract/operation.js';

const passing: readonly (number | undefined)[] = [undefined, 408, 500, 502, 503, 504];

/**
 * What an attempt came to: a status, with the problem's code where there is one, or neither when
 * there was no answer.
 */
export interface Outcome {
  status?: number | undefined;
  code?: string | undefined;
}

/**
 * Whether the contract allows to repeat: anything after 429, because limits are judged before
 * processing; reads, and writes with an `Idempotency-Key`, also
 * after no answer, 408, 500, 502, 503, 504 and after 409 while the first request with the key is
 * still running.
 */
export function mayRepeat(
  { method, keyed }: Pick<OperationDefinition, 'method' | 'keyed'>,
  { status, code }: Outcome,
): boolean {
  return (
    status === 429 ||
    ((keyed || method === 'get') &&
      (passing.includes(status) || (status === 409 && code === 'idempotency_in_progress')))
  );
}

/** A longer `Retry-After` is not waited for: the call fails at once and tells it. */
const longestWaitSeconds = 60;

/**
 * How long to wait before the next attempt, in milliseconds: what the service asks for, or else 0.5
 * s, 1 s, 2 s… up to 8 s, less up to a quarter by chance.
 *
 * @param retry 0 before the first repetition
 * @returns `undefined` when the service asks for more than a call should wait
 */
export function waitBefore(
  retry: number,
  retryAfter: number | undefined,
  random: () => number,
): number | undefined {
  if (retryAfter === undefined) return Math.min(8000, 500 * 2 ** retry) * (1 - random() / 4);
  return retryAfter > longestWaitSeconds ? undefined : retryAfter * 1000;
}
