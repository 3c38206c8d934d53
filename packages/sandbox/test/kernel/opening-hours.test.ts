import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Hours,
  isClosedBySpecialDay,
  isOpenAt,
  nextOpening,
  upcoming,
} from '../../src/kernel/opening-hours.ts';
import { runs } from '../support/runs.ts';

const at = (text: string): number => Date.parse(text);
const instant = (moment: number | undefined): string | undefined =>
  moment === undefined ? undefined : new Date(moment).toISOString();
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const daily = (opens: string, closes: string): Hours['opening_hours'] =>
  days.map((day) => ({ day, opens, closes }));
const hours = (more: Partial<Hours> = {}): Hours => ({
  timezone: 'Europe/Amsterdam',
  opening_hours: daily('11:00', '22:00'),
  special_days: [],
  ...more,
});

describe('opening hours', () => {
  it.each([
    ['before opening', '2026-11-20T09:59:00Z', {}, false],
    ['at opening', '2026-11-20T10:00:00Z', {}, true],
    ['a second before closing', '2026-11-20T20:59:59Z', {}, true],
    ['at closing', '2026-11-20T21:00:00Z', {}, false],
    [
      'past midnight, in a period of the previous day',
      '2026-11-21T00:30:00Z',
      { opening_hours: [{ day: 'friday', opens: '18:00', closes: '02:00' }] },
      true,
    ],
    [
      'past midnight, on a day whose period starts in the evening',
      '2026-11-20T00:30:00Z',
      { opening_hours: [{ day: 'friday', opens: '18:00', closes: '02:00' }] },
      false,
    ],
    [
      'a minute before the end of an all-day period',
      '2026-11-20T22:59:00Z',
      { opening_hours: [{ day: 'friday', opens: '00:00', closes: '24:00' }] },
      true,
    ],
    [
      'at the end of an all-day period',
      '2026-11-20T23:00:00Z',
      { opening_hours: [{ day: 'friday', opens: '00:00', closes: '24:00' }] },
      false,
    ],
    [
      'on the second day of a period whose opening and closing times are equal',
      '2026-11-21T03:00:00Z',
      { opening_hours: [{ day: 'friday', opens: '10:00', closes: '10:00' }] },
      true,
    ],
    [
      'between two periods',
      '2026-11-20T14:30:00Z',
      {
        opening_hours: [
          { day: 'friday', opens: '11:00', closes: '15:00' },
          { day: 'friday', opens: '17:00', closes: '22:00' },
        ],
      },
      false,
    ],
    [
      'on a special day without hours',
      '2026-11-20T18:00:00Z',
      { special_days: [{ date: '2026-11-20', periods: [] }] },
      false,
    ],
    [
      'on a special day with its own hours',
      '2026-11-20T07:30:00Z',
      { special_days: [{ date: '2026-11-20', periods: [{ opens: '08:00', closes: '09:00' }] }] },
      true,
    ],
    [
      'past midnight on a special day without hours, in a period of the previous day',
      '2026-11-20T00:30:00Z',
      {
        opening_hours: daily('18:00', '02:00'),
        special_days: [{ date: '2026-11-20', periods: [] }],
      },
      true,
    ],
    [
      'before the first 02:30 when clocks go back',
      '2026-10-25T00:15:00Z',
      { opening_hours: daily('18:00', '02:30') },
      true,
    ],
    [
      'between the two times 02:30 when clocks go back',
      '2026-10-25T00:45:00Z',
      { opening_hours: daily('18:00', '02:30') },
      false,
    ],
    [
      'before the second 02:30 when clocks go back',
      '2026-10-25T01:15:00Z',
      { opening_hours: daily('18:00', '02:30') },
      true,
    ],
    [
      'a minute before the clocks skip 02:30',
      '2026-03-29T00:59:00Z',
      { opening_hours: daily('02:30', '05:00') },
      false,
    ],
    [
      'when the clocks have skipped 02:30',
      '2026-03-29T01:00:00Z',
      { opening_hours: daily('02:30', '05:00') },
      true,
    ],
  ])('isOpenAt returns whether a store is open %s', (_, moment, more, isOpen) => {
    expect(isOpenAt(hours(more), at(moment))).toBe(isOpen);
  });

  it.each([
    ['later that day', '2026-11-20T06:00:00Z', {}, '2026-11-20T10:00:00.000Z'],
    ['on the next day', '2026-11-20T21:30:00Z', {}, '2026-11-21T10:00:00.000Z'],
    [
      'a week later',
      '2026-11-20T23:30:00Z',
      { opening_hours: [{ day: 'friday', opens: '18:00', closes: '24:00' }] },
      '2026-11-27T17:00:00.000Z',
    ],
    [
      'after a holiday',
      '2026-12-24T22:00:00Z',
      { special_days: [{ date: '2026-12-25', periods: [] }] },
      '2026-12-26T10:00:00.000Z',
    ],
    [
      'on a special day only',
      '2026-11-20T12:00:00Z',
      {
        opening_hours: [],
        special_days: [{ date: '2026-12-25', periods: [{ opens: '09:00', closes: '12:00' }] }],
      },
      '2026-12-25T08:00:00.000Z',
    ],
    [
      'when clocks go forward',
      '2026-03-29T00:30:00Z',
      { opening_hours: daily('02:30', '05:00') },
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'a second time on the day when clocks go back',
      '2026-10-25T00:45:00Z',
      { opening_hours: daily('18:00', '02:30') },
      '2026-10-25T01:00:00.000Z',
    ],
    [
      'early on the day when clocks go back',
      '2026-10-31T12:00:00Z',
      {
        timezone: 'America/Chicago',
        opening_hours: [{ day: 'sunday', opens: '00:00', closes: '01:30' }],
      },
      '2026-11-01T05:00:00.000Z',
    ],
    ['never', '2026-11-20T12:00:00Z', { opening_hours: [] }, undefined],
  ])('finds the next opening time: %s', (_, moment, more, opening) => {
    expect(instant(nextOpening(hours(more), at(moment)))).toBe(opening);
  });

  it('a store is closed until its next opening time, and open at that time', () => {
    const clock = fc.record({
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.constantFrom(0, 15, 30, 45),
    });
    const time = clock.map(
      ({ hour, minute }) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
    );
    const period = fc.record({ day: fc.constantFrom(...days), opens: time, closes: time });
    const zone = fc.constantFrom(
      'Europe/Amsterdam',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Tokyo',
    );
    const changes = [
      '2026-10-03',
      '2026-10-24',
      '2026-10-31',
      '2027-03-13',
      '2027-03-27',
      '2027-04-03',
      '2026-11-20',
    ];
    const ahead = fc.integer({ min: 0, max: 2 * 24 * 60 });
    const moment = fc
      .tuple(fc.constantFrom(...changes), ahead)
      .map(([date, minutes]) => at(`${date}T00:00:00Z`) + minutes * 60_000);
    fc.assert(
      fc.property(
        zone,
        fc.array(period, { minLength: 1, maxLength: 6 }),
        moment,
        (timezone, opening_hours, now) => {
          const store = { timezone, opening_hours, special_days: [] };
          if (isOpenAt(store, now)) return;
          const opening = nextOpening(store, now);
          expect(opening).toBeGreaterThan(now);
          expect([isOpenAt(store, (opening ?? 0) - 1), isOpenAt(store, opening ?? 0)]).toEqual([
            false,
            true,
          ]);
          for (let one = now; one < (opening ?? 0); one += 15 * 60_000)
            expect(isOpenAt(store, one)).toBe(false);
        },
      ),
      runs(100),
    );
  });

  it('reports a special day as the reason for closing, but only during the weekly hours if the day has hours', () => {
    const holiday = { special_days: [{ date: '2026-11-20', periods: [] }] };
    const early = {
      special_days: [{ date: '2026-11-20', periods: [{ opens: '11:00', closes: '15:00' }] }],
    };
    expect(isClosedBySpecialDay(hours(holiday), at('2026-11-20T18:00:00Z'))).toBe(true);
    expect(isClosedBySpecialDay(hours(early), at('2026-11-20T18:00:00Z'))).toBe(true);
    expect(isClosedBySpecialDay(hours(early), at('2026-11-20T22:30:00Z'))).toBe(false);
    expect(isClosedBySpecialDay(hours(), at('2026-11-20T22:30:00Z'))).toBe(false);
  });

  it('lists only special days on or after the local date', () => {
    const special = [{ date: '2026-11-20' }, { date: '2026-11-21' }];
    expect(upcoming('Asia/Tokyo', special, at('2026-11-20T18:00:00Z'))).toEqual([
      { date: '2026-11-21' },
    ]);
  });
});
