import {
  type LocalTime,
  localTime,
  momentsOfLocalTime,
  offsetChanges,
} from '../../../kernel/local-time.ts';
import { addDays, type Hours, isOpenAt, periodsOf } from '../../../kernel/opening-hours.ts';

const day = 24 * 3_600_000;
/** Number of days to search. Later openings and closings are ignored. */
const horizon = 21;

/**
 * Yields the times after `from` at which the hours open or close the store, in order, up to the
 * horizon.
 */
export function* changesOfHours(hours: Hours, from: number): Generator<number> {
  let before = isOpenAt(hours, from);
  let last = from;
  const first = addDays(localTime(hours.timezone, from).date, -1);
  // Times after the end of a date, from periods that end after midnight.
  let ahead: number[] = [];
  for (let count = 0; count <= horizon; count++) {
    const date = addDays(first, count);
    const [end = Number.POSITIVE_INFINITY] = momentsOfLocalTime(hours.timezone, {
      date: addDays(date, 1),
      minutes: 0,
    });
    const moments = [...ahead, ...momentsOn(hours, date)].sort((a, b) => a - b);
    ahead = moments.filter((moment) => moment >= end);
    for (const moment of moments) {
      if (moment >= end || moment <= last || isOpenAt(hours, moment) === before) continue;
      before = !before;
      last = moment;
      yield moment;
    }
  }
}

/** Returns when an open store closes; `undefined` if it stays open until the horizon. */
export const closingAfter = (hours: Hours, from: number): number | undefined =>
  changesOfHours(hours, from).next().value ?? undefined;

/** Returns the local day and time, such as `Friday at 11:00`. */
export function dayAndTime(timezone: string, moment: number): string {
  const weekday = new Intl.DateTimeFormat('en', { timeZone: timezone, weekday: 'long' }).format(
    moment,
  );
  return `${weekday} at ${timeOf(localTime(timezone, moment).minutes)}`;
}

/** Returns the start of the next local day. */
export function nextMidnight(timezone: string, from: number): number {
  const tomorrow = addDays(localTime(timezone, from).date, 1);
  return (
    momentsOfLocalTime(timezone, { date: tomorrow, minutes: 0 }).find((moment) => moment > from) ??
    from + day
  );
}

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Returns the openings and closings of the periods on a date, and any clock change on the date. */
function momentsOn(hours: Hours, date: string): number[] {
  const { timezone } = hours;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return [
    ...periodsOf(hours, date).flatMap(({ opens, closes }) => [
      ...momentsOfLocalTime(timezone, { date, minutes: opens }),
      ...momentsOfLocalTime(timezone, closingTime(date, opens, closes)),
    ]),
    ...offsetChanges(timezone, midnight - day / 2, midnight + 1.5 * day).filter(
      (moment) => localTime(timezone, moment).date === date,
    ),
  ];
}

function closingTime(date: string, opens: number, closes: number): LocalTime {
  if (closes === 24 * 60) return { date: addDays(date, 1), minutes: 0 };
  return closes <= opens ? { date: addDays(date, 1), minutes: closes } : { date, minutes: closes };
}
