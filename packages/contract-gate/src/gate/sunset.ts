import type { Contract } from '@delivery-api/specs/contract';
import { type Deprecation, deprecations } from '../diff/comparison/deprecations.ts';
import type { SourceLine } from '../documents/source-locator.ts';
import type { Violation } from './violation.ts';

/** Minimum time between the announcement of a sunset (RFC 8594) and the sunset, in months. */
const noticeMonths = 6;

/**
 * Checks that deprecated elements exist until their `x-sunset`, that every deprecation has a
 * sunset, and that the sunset of a new deprecation is at least six months away.
 *
 * @param base the last stable release; undefined if there is none, because pre-releases have no
 * guarantees
 * @param today YYYY-MM-DD
 * @param locate returns the source line of a pointer into the revision
 */
export function checkSunset(
  base: Contract | undefined,
  revision: Contract,
  today: string,
  locate: (pointer: string) => SourceLine | undefined = () => undefined,
): Violation[] {
  const before = base === undefined ? new Map<string, Deprecation>() : deprecations(base);
  const earliest = monthsAfter(today, noticeMonths);
  const violation = ({ pointer, name }: Deprecation, message: string): Violation[] => {
    const source = locate(pointer);
    return [
      {
        check: 'sunset',
        message: `specs/${revision.name}.yaml: ${name} ${message}`,
        ...(source !== undefined && { source }),
      },
    ];
  };
  const removed = [...before.values()].filter((earlier) => !earlier.existsIn(revision));
  return [
    ...removed.flatMap((earlier) => {
      const { sunset } = earlier;
      if (sunset === undefined)
        return violation(
          earlier,
          'is removed, but no sunset was announced. Restore it, and announce its removal date with `x-sunset`.',
        );
      if (sunset <= today) return [];
      return violation(
        earlier,
        `is removed, but its sunset is ${sunset}, and today is ${today}. Restore it. You can remove it on or after ${sunset}.`,
      );
    }),
    ...[...deprecations(revision)].flatMap(([key, now]) => {
      if (now.sunset === undefined)
        return violation(
          now,
          `is deprecated without a sunset. Add \`x-sunset: '${earliest}'\` or a later date next to \`deprecated: true\`.`,
        );
      if (before.has(key) || now.sunset >= earliest) return [];
      return violation(
        now,
        `is newly deprecated with sunset ${now.sunset}, less than ${noticeMonths} months from now. Set \`x-sunset\` to ${earliest} or later.`,
      );
    }),
  ];
}

/** Adds months to a date. If the target month is too short, returns its last day. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate)))
    .toISOString()
    .slice(0, 10);
}
