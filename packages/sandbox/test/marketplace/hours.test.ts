import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpenAt } from '../../src/kernel/opening-hours.ts';
import {
  changesOfHours,
  closingAfter,
  dayAndTime,
  nextMidnight,
} from '../../src/marketplace/domain/stores/hours-changes.ts';
import { runs } from '../support/runs.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const always = {
  timezone: 'Europe/Berlin',
  opening_hours: weekdays.map((day) => ({ day, opens: '00:00', closes: '24:00' })),
  special_days: [],
};
const first = (
  hours: Parameters<typeof changesOfHours>[0],
  from: string,
  count: number,
): string[] => {
  const found: string[] = [];
  for (const at of changesOfHours(hours, Date.parse(from))) {
    found.push(new Date(at).toISOString());
    if (found.length === count) break;
  }
  return found;
};

describe('the opening and closing times of a store', () => {
  it('a store that is always open or never open has no opening and closing times', () => {
    expect(first(always, '2026-11-20T18:00:00Z', 1)).toEqual([]);
    expect(first({ ...always, opening_hours: [] }, '2026-11-20T18:00:00Z', 1)).toEqual([]);
    expect(closingAfter(always, Date.parse('2026-11-20T18:00:00Z'))).toBeUndefined();
  });

  it('opening and closing times can be after midnight, and skip a special day without periods', () => {
    const hours = {
      timezone: 'Europe/Amsterdam',
      opening_hours: weekdays.map((day) => ({ day, opens: '18:00', closes: '02:00' })),
      special_days: [{ date: '2026-11-21', periods: [] }],
    };
    expect(first(hours, '2026-11-20T12:00:00Z', 4)).toEqual([
      '2026-11-20T17:00:00.000Z',
      '2026-11-21T01:00:00.000Z',
      '2026-11-22T17:00:00.000Z',
      '2026-11-23T01:00:00.000Z',
    ]);
  });

  it('opening hours in the repeated hour when daylight saving time ends apply twice', () => {
    const hours = {
      timezone: 'Europe/Berlin',
      opening_hours: [{ day: 'sunday', opens: '02:30', closes: '05:00' }],
      special_days: [],
    };
    expect(first(hours, '2026-10-24T12:00:00Z', 4)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-25T04:00:00.000Z',
    ]);
  });

  it.each([
    [
      'that end in the repeated hour',
      { day: 'saturday', opens: '02:00', closes: '01:45' },
      ['10-31T07:00', '11-01T06:45', '11-01T07:00', '11-01T07:45'],
    ],
    [
      'that begin before the repeated hour',
      { day: 'sunday', opens: '00:30', closes: '05:00' },
      ['11-01T05:30', '11-01T11:00', '11-08T06:30', '11-08T11:00'],
    ],
  ])('opening and closing times are in chronological order for hours %s', (_, period, expected) => {
    const hours = { timezone: 'America/Chicago', opening_hours: [period], special_days: [] };
    expect(first(hours, '2026-10-30T12:00:00Z', 4)).toEqual(
      expected.map((at) => `2026-${at}:00.000Z`),
    );
  });

  const clock = fc
    .tuple(fc.nat(23), fc.constantFrom('00', '15', '30', '45'))
    .map(([hour, minutes]) => `${String(hour).padStart(2, '0')}:${minutes}`);
  const period = fc.record({
    day: fc.constantFrom(...weekdays),
    opens: clock,
    closes: fc.oneof(clock, fc.constant('24:00')),
  });
  const anyHours = fc.record({
    timezone: fc.constantFrom(
      'Europe/Amsterdam',
      'America/Chicago',
      'Asia/Tokyo',
      'Asia/Kuwait',
      'Australia/Lord_Howe',
    ),
    opening_hours: fc.array(period, { maxLength: 10 }),
    special_days: fc.array(
      fc.record({
        date: fc.constantFrom('2026-03-28', '2026-03-29', '2026-10-25', '2026-11-01'),
        periods: fc.array(fc.record({ opens: clock, closes: clock }), { maxLength: 2 }),
      }),
      { maxLength: 2 },
    ),
  });
  const from = fc
    .constantFrom(
      '2026-03-27T10:00:00Z',
      '2026-10-23T22:15:00Z',
      '2026-10-30T05:00:00Z',
      '2026-11-20T18:00:00Z',
    )
    .map((at) => Date.parse(at));

  it('opening and closing times are exactly the times at which isOpenAt changes', () => {
    fc.assert(
      fc.property(anyHours, from, (hours, start) => {
        const end = start + 4 * 24 * 3_600_000;
        const changes: number[] = [];
        for (const at of changesOfHours(hours, start)) {
          if (at > end) break;
          changes.push(at);
        }
        const seen: number[] = [];
        for (let at = start + 900_000; at <= end; at += 900_000)
          if (isOpenAt(hours, at) !== isOpenAt(hours, at - 900_000)) seen.push(at);
        expect(changes).toEqual(seen);
      }),
      runs(40),
    );
  });
});

it('dayAndTime and nextMidnight use the time zone of the store', () => {
  const at = Date.parse('2026-11-20T18:00:00Z');
  expect(dayAndTime('Asia/Tokyo', at)).toBe('Saturday at 03:00');
  expect(new Date(nextMidnight('Asia/Tokyo', at)).toISOString()).toBe('2026-11-21T15:00:00.000Z');
  expect(new Date(nextMidnight('America/Chicago', at)).toISOString()).toBe(
    '2026-11-21T06:00:00.000Z',
  );
});
