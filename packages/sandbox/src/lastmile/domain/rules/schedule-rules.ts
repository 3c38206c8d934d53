import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { Schedule, TimeWindow } from '../../state/model.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const rules = {
  pickupLength: 10 * minute,
  pickupEnd: 20 * minute,
  dropoffLength: 20 * minute,
  ahead: 30 * day,
} as const;
/**
 * How long before the pickup the search for a courier begins, and before a window's end it is given
 * up.
 */
const searchLead = 45 * minute;
const searchMargin = 15 * minute;
const searchTime = 120 * minute;

/**
 * What is wrong with the times of a request, by the rules that createBooking states
 * (`schedule_invalid`).
 */
export function scheduleFaults(schedule: Schedule | undefined, now: number): ProblemItem[] {
  if (schedule === undefined) return [];
  const { ready_at, pickup_window, dropoff_window } = schedule;
  const faults: ProblemItem[] = [];
  const tell = (place: string, code: string, message: string): void =>
    void faults.push({ pointer: `/schedule/${place}`, code, message });
  const latest = now + rules.ahead;
  if (ready_at !== undefined && Date.parse(ready_at) > latest)
    tell('ready_at', 'too_far', `must be at or before ${instant(latest)}`);
  const check = (
    name: string,
    { starts_at, ends_at }: TimeWindow,
    length: number,
    minutes: number,
  ): void => {
    const [starts, ends] = [Date.parse(starts_at), Date.parse(ends_at)];
    if (ends <= starts) tell(`${name}/ends_at`, 'ends_before_start', 'must be after starts_at');
    else if (ends - starts < length)
      tell(`${name}/ends_at`, 'too_short', `must be at least ${minutes} minutes after starts_at`);
    if (ends > latest)
      tell(`${name}/ends_at`, 'too_far', `must be at or before ${instant(latest)}`);
  };
  if (pickup_window !== undefined) {
    check('pickup_window', pickup_window, rules.pickupLength, 10);
    const soonest = now + rules.pickupEnd;
    if (Date.parse(pickup_window.ends_at) < soonest)
      tell('pickup_window/ends_at', 'too_soon', `must be at or after ${instant(soonest)}`);
  }
  if (dropoff_window !== undefined) {
    check('dropoff_window', dropoff_window, rules.dropoffLength, 20);
    const pickup = pickupFrom(schedule, now);
    if (Date.parse(dropoff_window.ends_at) <= pickup) {
      tell(
        'dropoff_window/ends_at',
        'ends_before_pickup',
        `must be after ${instant(pickup)}, before which nothing can be fetched`,
      );
    }
  }
  return faults;
}

/** From when on the goods can be fetched; not before now. */
export function pickupFrom(schedule: Schedule | undefined, now: number): number {
  const from = schedule?.ready_at ?? schedule?.pickup_window?.starts_at;
  return from === undefined ? now : Math.max(now, Date.parse(from));
}

/** When the search for a courier begins, and when it is given up. */
export function searchTimes(
  schedule: Schedule | undefined,
  now: number,
): { searchAt: number; assignBy: number } {
  const searchAt = Math.max(now, pickupFrom(schedule, now) - searchLead);
  const end = schedule?.pickup_window?.ends_at;
  const latest = searchAt + searchTime;
  return {
    searchAt,
    assignBy: end === undefined ? latest : Math.min(latest, Date.parse(end) - searchMargin),
  };
}

/** The times in UTC, as answers show them. */
export function inUtc({ ready_at, pickup_window, dropoff_window }: Schedule): Schedule {
  const span = ({ starts_at, ends_at }: TimeWindow): TimeWindow => ({
    starts_at: utc(starts_at),
    ends_at: utc(ends_at),
  });
  return {
    ...(ready_at !== undefined && { ready_at: utc(ready_at) }),
    ...(pickup_window !== undefined && { pickup_window: span(pickup_window) }),
    ...(dropoff_window !== undefined && { dropoff_window: span(dropoff_window) }),
  };
}

const instant = (moment: number): string => new Date(moment).toISOString();
const utc = (text: string): string => instant(Date.parse(text));
