import type { CallLimits } from '../options/client-options.js';

/**
 * Returns the limits of a call: those of the call, then of the client, then the defaults.
 *
 * @throws {TypeError} if a limit is not a number or is too small
 */
export function resolveLimits(
  call: CallLimits,
  client: CallLimits,
): { maxRetries: number; timeoutMs: number; deadlineMs: number | undefined } {
  const limit = (name: keyof CallLimits, minimum: number): number | undefined => {
    const value = call[name] ?? client[name];
    if (value !== undefined && !(typeof value === 'number' && value >= minimum)) {
      throw new TypeError(
        `${name} has to be a number of at least ${minimum}, not ${JSON.stringify(value)}.`,
      );
    }
    return value;
  };
  return {
    maxRetries: limit('maxRetries', 0) ?? 2,
    timeoutMs: limit('timeoutMs', 1) ?? 30_000,
    deadlineMs: limit('deadlineMs', 1),
  };
}
