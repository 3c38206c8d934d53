import { expect, it } from 'vitest';
import { type Core, faultyRuns } from '../bench/faulty-runs.ts';
import * as core from '../src/index.js';

it.each([1, 2, 3])(
  'against a server full of faults no booking is made twice, and each failure has its type: seed %i',
  async (seed) => {
    const { findings, ...tally } = await faultyRuns(core as unknown as Core, { runs: 300, seed });
    expect(findings).toEqual([]);
    expect(tally.acted).toBeLessThanOrEqual(tally.intended);
    expect(Object.keys(tally.ended).sort()).toEqual([
      'AbortError',
      'ApiError',
      'ConnectionError',
      'TimeoutError',
      'UnexpectedAnswerError',
      'booked',
    ]);
    expect(tally.late).toBeLessThan(tally.intended);
    expect(tally.requests).toBeGreaterThan(tally.intended);
  },
);
