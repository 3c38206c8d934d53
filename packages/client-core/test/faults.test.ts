import { expect, it } from 'vitest';
import { runFaultyBookings } from './support/faulty-runs.js';

const runs = Number(process.env.FAULT_RUNS || 300);

it.each(['1', '2', '3'])(
  'creates no duplicate bookings and throws typed errors when the server has faults (seed %s)',
  async (seed) => {
    const { findings, ...result } = await runFaultyBookings(runs, seed);
    expect(findings).toEqual([]);
    expect(result.created).toBeLessThanOrEqual(runs);
    expect(Object.keys(result.results).sort()).toEqual([
      'AbortError',
      'ApiError',
      'ConnectionError',
      'TimeoutError',
      'UnexpectedResponseError',
      'booked',
    ]);
    expect(result.delayed).toBeLessThan(runs);
    expect(result.requests).toBeGreaterThan(runs);
  },
  600_000,
);
