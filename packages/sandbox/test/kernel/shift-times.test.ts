import { expect, it } from 'vitest';
import { shiftTimes } from '../../src/kernel/shift-times.ts';

it('shiftTimes shifts the times of a resource, but not free text that looks like a time', () => {
  const time = '2026-11-20T18:00:00+01:00';
  const value = {
    created_at: time,
    acceptance: { accept_by: time },
    until: time,
    customer: { name: time },
    notes: [time],
  };
  const shifted = '2026-11-20T17:00:01.000Z';
  expect(shiftTimes(value, 1_000)).toEqual({
    created_at: shifted,
    acceptance: { accept_by: shifted },
    until: shifted,
    customer: { name: time },
    notes: [time],
  });
});
