import { type Hours, isOpenAt } from '../../../kernel/opening-hours.ts';
import { changesBetween, momentsOf, wallTime } from '../../../kernel/time-zone.ts';

const day = 24 * 3_600_000;
/**
 * A store that keeps to its hours for so long without a change has none: it never opens, or never
 * closes.
 */
const horizon = 21;

/** The moments after `from` at which the hours open or close the store, in order of time. */
export function* changesOfHours(hours: Hours, from: number): Generator<number> {
  let before = isOpenAt(hours, from);
  let last = from;
  const first = shifted(wallTime(hours.timezone, from).date, -1);
  // A period past midnight ends among the moments of the next date.
  let ahead: number[] = [];
  for (let count = 0; count <= horizon; count++) {
    const date = shifted(first, count);
    const [end = Number.POSITIVE_INFINITY] = momentsOf(hours.timezone, {
      date: shifted(date, 1),
      minutes: 0,
    });
    const moments = [...ahead, ...momentsOn(hours, date)].sort((one, other) => one - other);
    ahead = moments.filter((moment) => moment >= end);
    for (const moment of moments) {
      if (moment >= end || moment <= last || isOpenAt(hours, moment) === before) continue;
      before = !before;
      last = moment;
      yield moment;
    }
  }
}

/** When the hours close a store that they keep open now; `undefined` where they never do. */
export const closingAfter = (hours: Hours, from: number): number | undefined =>
  changesOfHours(hours, from).next().value ?? undefined;

/** `Friday at 11:00`, as the wall clock of the store shows it. */
export function dayAndTime(timezone: string, moment: number): string {
  const weekday = new Intl.DateTimeFormat('en', { timeZone: timezone, weekday: 'long' }).format(
    moment,
  );
  return `${weekday} at ${timeOf(wallTime(timezone, moment).minutes)}`;
}

/** The moment at which a wall clock shows the beginning of the day after that of `from`. */
export function nextMidnight(timezone: string, from: number): number {
  const tomorrow = shifted(wallTime(timezone, from).date, 1);
  return (
    momentsOf(timezone, { date: tomorrow, minutes: 0 }).find((moment) => moment > from) ??
    from + day
  );
}

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/**
 * Every moment that concerns the hours of a date: its openings, its closings, and a change of the
 * clock.
 */
function momentsOn({ timezone, opening_hours, special_days }: Hours, date: string): number[] {
  const weekday = new Date(`${date}T00:00:00Z`)
    .toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
    .toLowerCase();
  const periods =
    special_days.find((one) => one.date === date)?.periods ??
    opening_hours.filter((one) => one.day === weekday);
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return [
    ...periods.flatMap(({ opens, closes }) => [
      ...momentsOf(timezone, { date, minutes: toMinutes(opens) }),
      ...momentsOf(timezone, closingTime(date, toMinutes(opens), toMinutes(closes))),
    ]),
    ...changesBetween(timezone, midnight - day / 2, midnight + 1.5 * day).filter(
      (moment) => wallTime(timezone, moment).date === date,
    ),
  ];
}

function closingTime(
  date: string,
  opens: number,
  closes: number,
): { date: string; minutes: number } {
  if (closes === 24 * 60) return { date: shifted(date, 1), minutes: 0 };
  return closes <= opens ? { date: shifted(date, 1), minutes: closes } : { date, minutes: closes };
}

const toMinutes = (text: string): number =>
  Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

export const shifted = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
