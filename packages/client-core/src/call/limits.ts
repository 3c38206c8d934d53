import { InputError } from '../http/failures.js';
import type { CallLimits } from '../options/client-options.js';

/**
 * Returns the limits of a call. Options of the call override those of the client, which override
 * the defaults.
 *
 * @throws {InputError} if a limit is not a number, not an integer where one is required, or too
 * small
 */
export function resolveLimits(
  call: CallLimits,
  client: CallLimits,
): { maxRetries: number; timeoutMs: number; deadlineMs: number | undefined } {
  const limit = (name: keyof CallLimits, minimum: number, isInteger = false) => {
    const value = call[name] ?? client[name];
    if (value === undefined) return undefined;
    if (typeof value === 'number' && value >= minimum && !(isInteger && value % 1)) return value;
    throw new InputError(
      `${name} must be ${isInteger ? 'an integer' : 'a number'} of at least ${minimum}; got ${typeof value} ${value}`,
    );
  };
  return {
    maxRetries: limit('maxRetries', 0, true) ?? 2,
    timeoutMs: limit('timeoutMs', 1) ?? 30_000,
    deadlineMs: limit('deadlineMs', 1),
  };
}
