import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isTimezone,
  localTime,
  momentsOfLocalTime,
  offsetChanges,
} from '../../src/kernel/local-time.ts';

const at = (text: string): number => Date.parse(text);
const instant = (moment: number): string => new Date(moment).toISOString();

describe('local time', () => {
  it.each([
    ['Europe/Amsterdam', '2026-11-20T18:00:00Z', '2026-11-20', 19 * 60],
    ['Asia/Tokyo', '2026-11-20T18:00:00Z', '2026-11-21', 3 * 60],
    ['America/New_York', '2026-11-20T03:30:00Z', '2026-11-19', 22 * 60 + 30],
    ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21', 0],
    ['Australia/Lord_Howe', '2026-11-20T13:00:00Z', '2026-11-21', 0],
  ])('in %s, %s is %s, %i minutes after midnight', (timezone, moment, date, minutes) => {
    expect(localTime(timezone, at(moment))).toEqual({ date, minutes });
    expect(momentsOfLocalTime(timezone, { date, minutes })).toEqual([at(moment)]);
  });

  it('maps a repeated local time to two moments, and a skipped local time to the moment of the clock change', () => {
    expect(
      momentsOfLocalTime('Europe/Amsterdam', { date: '2026-10-25', minutes: 150 }).map(instant),
    ).toEqual(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']);
    expect(
      momentsOfLocalTime('Europe/Amsterdam', { date: '2026-03-29', minutes: 150 }).map(instant),
    ).toEqual(['2026-03-29T01:00:00.000Z']);
    expect(
      offsetChanges('Europe/Amsterdam', at('2026-06-01T00:00:00Z'), at('2026-06-03T00:00:00Z')),
    ).toEqual([]);
  });

  it('converts a moment to local time and back to moments that include it', () => {
    const zones = [
      'Europe/Amsterdam',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Asia/Tokyo',
      'Africa/Casablanca',
      'Pacific/Apia',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({
          min: at('2026-01-01T00:00:00Z') / 60_000,
          max: at('2028-01-01T00:00:00Z') / 60_000,
        }),
        (zone, minute) => {
          expect(momentsOfLocalTime(zone, localTime(zone, minute * 60_000))).toContain(
            minute * 60_000,
          );
        },
      ),
    );
  });

  it('accepts names from the IANA time zone database, and rejects an unknown name', () => {
    expect(['Europe/Athens', 'UTC', 'Europe/Atlantis'].map(isTimezone)).toEqual([
      true,
      true,
      false,
    ]);
  });
});
