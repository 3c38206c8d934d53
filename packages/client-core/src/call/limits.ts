import type { CallLimits } from '../options/client-options.js';

/** The limits that hold for a call: its own, or else the client's, or else ours. */
export function limitsOf(
  call: CallLimits,
  client: CallLimits,
): { maxRetries: number; timeoutMs: number; deadlineMs: number | undefined } {
  return {
    maxRetries: limit('maxRetries', 0, call, client) ?? 2,
    timeoutMs: limit('timeoutMs', 1, call, client) ?? 30_000,
    deadlineMs: limit('deadlineMs', 1, call, client),
  };
}

function limit(
  name: keyof CallLimits,
  least: number,
  call: CallLimits,
  client: CallLimits,
): number | undefined {
  const value = call[name] ?? client[name];
  if (value !== undefined && !(typeof value === 'number' && value >= least)) {
    throw new TypeError(
      `${name} has to be a number of at least ${least}, not ${JSON.stringify(value)}.`,
    );
  }
  return value;
}
