import { type LocalTime, localTime, momentsOfLocalTime, offsetChanges } from './local-time.ts';

type Period = { opens: string; closes: string };

/** The hours of a store, with the member names of the contract's `Store`. */
export type Hours = {
  timezone: string;
  opening_hours: (Period & { day: string })[];
  special_days: { date: string; periods: Period[]; note?: string }[];
};

const day = 24 * 3_600_000;
export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
];
/** Number of days to search for the next opening. */
const horizon = 110;

/** Returns a copy of a store that is always open. */
export const alwaysOpen = <Store extends Hours>(store: Store): Store => ({
  ...store,
  opening_hours: weekdays.map((name) => ({ day: name, opens: '00:00', closes: '24:00' })),
  special_days: [],
});

/**
 * Returns whether a store with these hours is open at a time. Hours are local time, even on nights
 * when clocks change. A period that ends after midnight belongs to the day on which it begins.
 */
export function isOpenAt(hours: Hours, moment: number): boolean {
  const { date, minutes } = localTime(hours.timezone, moment);
  const today = periodsOf(hours, date).some(
    ({ opens, closes }) => minutes >= opens && (closes <= opens || minutes < closes),
  );
  return (
    today ||
    periodsOf(hours, addDays(date, -1)).some(
      ({ opens, closes }) => closes <= opens && minutes < closes,
    )
  );
}

/** Returns the first opening after `moment`; `undefined` if there is none in the next 110 days. */
export function nextOpening(hours: Hours, moment: number): number | undefined {
  if (hours.opening_hours.length === 0 && hours.special_days.length === 0) return undefined;
  const { date } = localTime(hours.timezone, moment);
  for (let ahead = 0; ahead <= horizon; ahead++) {
    const first = openingsOn(hours, addDays(date, ahead)).find(
      (opening) => opening > moment && !isOpenAt(hours, opening - 1) && isOpenAt(hours, opening),
    );
    if (first !== undefined) return first;
  }
  return undefined;
}

/** Returns whether a closed store is closed because of a special day. */
export function isClosedBySpecialDay(hours: Hours, moment: number): boolean {
  const { date } = localTime(hours.timezone, moment);
  const special = hours.special_days.find((specialDay) => specialDay.date === date);
  return (
    special !== undefined &&
    (special.periods.length === 0 || isOpenAt({ ...hours, special_days: [] }, moment))
  );
}

/** Returns the special days on or after the local date at `moment`. */
export function upcoming<Special extends { date: string }>(
  timezone: string,
  days: readonly Special[],
  moment: number,
): Special[] {
  const { date: today } = localTime(timezone, moment);
  return days.filter(({ date }) => date >= today);
}

/**
 * Returns the times on a date at which a store may open, in order: the start of each period, and
 * clock changes. If clocks go back, a period can start twice.
 */
function openingsOn(hours: Hours, date: string): number[] {
  const { timezone } = hours;
  const moments = periodsOf(hours, date).flatMap(({ opens }) =>
    momentsOfLocalTime(timezone, { date, minutes: opens } satisfies LocalTime),
  );
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const changes = offsetChanges(timezone, midnight - day / 2, midnight + 1.5 * day);
  return [
    ...moments,
    ...changes.filter((moment) => localTime(timezone, moment).date === date),
  ].sort((a, b) => a - b);
}

export function periodsOf(
  { opening_hours, special_days }: Hours,
  date: string,
): { opens: number; closes: number }[] {
  const special = special_days.find((specialDay) => specialDay.date === date);
  const weekday = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()];
  const periods = special?.periods ?? opening_hours.filter((period) => period.day === weekday);
  return periods.map(({ opens, closes }) => ({
    opens: toMinutes(opens),
    closes: toMinutes(closes),
  }));
}

export const toMinutes = (text: string): number =>
  Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
