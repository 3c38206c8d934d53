import type { Contract } from '@delivery-api/specs/contract';
import type { SourceLine } from '../diff/comparison/change.ts';
import type { Complaint } from './violation.ts';
import { deprecations } from '../diff/comparison/deprecations.ts';

/**
 * How long something that is to go stays after it was announced: RFC 8594's `Sunset` is at least
 * this far ahead.
 */
const noticeMonths = 6;

/**
 * What is deprecated stays until its `x-sunset`, and that is at least six months ahead when it is
 * announced. Says nothing about what was
 * only ever part of a pre-release.
 *
 * @param today YYYY-MM-DD
 * @param locate where a pointer into the later contract stands in the sources
 */
export function checkSunset(
  base: Contract | undefined,
  revision: Contract,
  today: string,
  locate: (pointer: string) => SourceLine | undefined = () => undefined,
): Complaint[] {
  const before = base === undefined ? new Map() : deprecations(base);
  const now = deprecations(revision);
  const complaint = (pointer: string, message: string): Complaint => {
    const source = locate(pointer);
    return { check: 'sunset', message, ...(source !== undefined && { source }) };
  };
  const earliest = monthsAfter(today, noticeMonths);
  return [
    ...[...before.values()]
      .filter((known) => !known.existsIn(revision))
      .flatMap((known): Complaint[] => {
        if (known.sunset !== undefined && known.sunset <= today) return [];
        const until =
          known.sunset === undefined
            ? 'no day was announced for its end'
            : `it was promised until ${known.sunset}, and today is ${today}`;
        return [
          complaint(
            known.pointer,
            `specs/${revision.name}.yaml: ${known.name} is gone, but ${until}. Put it back${known.sunset === undefined ? ', and announce a day with `x-sunset`' : ` and take it out on that day or later`}.`,
          ),
        ];
      }),
    ...[...now].flatMap(([key, found]): Complaint[] => {
      if (found.sunset === undefined)
        return [
          complaint(
            found.pointer,
            `specs/${revision.name}.yaml: ${found.name} is deprecated, but nothing says until when it works. Add \`x-sunset: '${earliest}'\` or a later day beside \`deprecated: true\`.`,
          ),
        ];
      if (before.has(key) || found.sunset >= earliest) return [];
      return [
        complaint(
          found.pointer,
          `specs/${revision.name}.yaml: ${found.name} is deprecated as of today and would end on ${found.sunset}, which is less than ${noticeMonths} months from now. Set \`x-sunset\` to ${earliest} or later.`,
        ),
      ];
    }),
  ];
}

/** The same day some months later; the last day of that month where it has no such day. */
export function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString()
    .slice(0, 10);
}
