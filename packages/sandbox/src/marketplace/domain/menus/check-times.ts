import type { ServicePeriodInput } from '@delivery-api/marketplace-types';
import { toMinutes, weekdays } from '../../../kernel/opening-hours.ts';
import type { Report } from './finding.ts';
import type { SubmissionIndex } from './submission-index.ts';
import { type ValidParts, validEntries } from './valid-parts.ts';

const hour = 60;
const day = 24 * hour;
const week = 7 * day;
interface Minutes {
  from: number;
  to: number;
}

/** Checks the minimum length of service periods, and that they do not overlap. */
export function checkTimes({ menus }: SubmissionIndex, report: Report): void {
  for (const submitted of menus) {
    const periods = validEntries(submitted.entity.availability).flatMap(toPeriod);
    for (const { index, from, to } of periods) {
      if (to - from >= hour) continue;
      const message = `must be at least 60 minutes long; got ${to - from} minutes`;
      report(submitted, `/availability/${index}`, 'availability_too_short', message);
    }
    for (const { index, from, to } of periods) {
      const other = periods.find(
        (earlier) => earlier.index < index && overlaps(earlier, { from, to }),
      );
      if (other === undefined) continue;
      const message = `overlaps with /menus/${submitted.index}/availability/${other.index}`;
      report(submitted, `/availability/${index}`, 'availability_overlap', message);
    }
  }
}

/** Returns whether two periods overlap. A period can extend into the next week. */
const overlaps = (a: Minutes, b: Minutes): boolean =>
  [-week, 0, week].some((shift) => a.from + shift < b.to && b.from < a.to + shift);

/**
 * Returns a period in minutes since the start of the week, or an empty array if a time is invalid.
 * A period that ends at or before its start time ends on the next day.
 */
function toPeriod([index, { day: weekday, opens, closes }]: [
  index: number,
  period: ValidParts<ServicePeriodInput>,
]): (Minutes & { index: number })[] {
  if (weekday === undefined || opens === undefined || closes === undefined) return [];
  const [from, to] = [toMinutes(opens), toMinutes(closes)];
  const midnight = weekdays.indexOf(weekday) * day;
  return [{ index, from: midnight + from, to: midnight + (to <= from ? to + day : to) }];
}
