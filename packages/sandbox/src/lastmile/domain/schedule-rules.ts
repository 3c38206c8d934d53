import type { Schedule, TimeWindow } from '@delivery-api/lastmile-types';
import type { ProblemItem } from '../../kernel/problem-error.ts';
import { day, instant, minute } from './time.ts';

const minPickupWindow = 10 * minute;
const minPickupLead = 20 * minute;
const minDropoffWindow = 20 * minute;
const maxAhead = 30 * day;
/** Maximum time between the start of the search for a courier and the planned pickup. */
const searchLead = 45 * minute;
/** Minimum time between the end of the search and the end of the pickup window. */
const searchMargin = 15 * minute;
const maxSearch = 120 * minute;

/** Returns errors in a schedule according to the rules of `createBooking` (`schedule_invalid`). */
export function scheduleErrors(schedule: Schedule | undefined, now: number): ProblemItem[] {
  if (schedule === undefined) return [];
  const { ready_at, pickup_window, dropoff_window } = schedule;
  const errors: ProblemItem[] = [];
  const add = (name: string, code: string, message: string): void =>
    void errors.push({ pointer: `/schedule/${name}`, code, message });
  const latest = now + maxAhead;
  const tooFar = (name: string): void =>
    add(name, 'too_far', `must be at most 30 days from now, ${instant(latest)} or earlier`);
  if (ready_at !== undefined && Date.parse(ready_at) > latest) tooFar('ready_at');
  const checkWindow = (name: string, { starts_at, ends_at }: TimeWindow, min: number): void => {
    const [starts, ends] = [Date.parse(starts_at), Date.parse(ends_at)];
    const at = `${name}/ends_at`;
    if (ends <= starts) add(at, 'ends_before_start', 'must be after starts_at');
    else if (ends - starts < min)
      add(at, 'too_short', `must be at least ${min / minute} minutes after starts_at`);
    if (ends > latest) tooFar(at);
  };
  if (pickup_window !== undefined) {
    checkWindow('pickup_window', pickup_window, minPickupWindow);
    const earliest = now + minPickupLead;
    if (Date.parse(pickup_window.ends_at) < earliest)
      add(
        'pickup_window/ends_at',
        'too_soon',
        `must be ${instant(earliest)} or later, at least 20 minutes from now`,
      );
  }
  if (dropoff_window !== undefined) {
    checkWindow('dropoff_window', dropoff_window, minDropoffWindow);
    const pickup = earliestPickup(schedule, now);
    if (Date.parse(dropoff_window.ends_at) <= pickup) {
      const message = `must be after ${instant(pickup)}, the earliest possible pickup`;
      add('dropoff_window/ends_at', 'ends_before_pickup', message);
    }
  }
  return errors;
}

/** Returns the earliest time at which the packages can be picked up, at least `now`. */
export function earliestPickup(schedule: Schedule | undefined, now: number): number {
  const from = schedule?.ready_at ?? schedule?.pickup_window?.starts_at;
  return from === undefined ? now : Math.max(now, Date.parse(from));
}

/**
 * Returns the planned pickup time: the earliest possible time, but not earlier than the dropoff
 * window requires. If there is a pickup window, the dropoff window does not change the time.
 *
 * @param transfer time from the pickup to the dropoff, in milliseconds
 */
export function plannedPickup(
  schedule: Schedule | undefined,
  now: number,
  transfer: number,
): number {
  const earliest = earliestPickup(schedule, now);
  const { pickup_window, dropoff_window } = schedule ?? {};
  return pickup_window !== undefined || dropoff_window === undefined
    ? earliest
    : Math.max(earliest, Date.parse(dropoff_window.starts_at) - transfer);
}

/**
 * Returns when the search for a courier starts, and when it ends if no courier accepts.
 *
 * @param delivery `plannedAt`: the planned pickup time
 */
export function searchTimes(
  schedule: Schedule | undefined,
  now: number,
  { plannedAt }: { plannedAt: number },
): { searchAt: number; assignBy: number } {
  const searchAt = Math.max(now, plannedAt - searchLead);
  const end = schedule?.pickup_window?.ends_at;
  const latest = searchAt + maxSearch;
  return {
    searchAt,
    assignBy: end === undefined ? latest : Math.min(latest, Date.parse(end) - searchMargin),
  };
}

/** Returns the schedule with its times in UTC. */
export function inUtc({ ready_at, pickup_window, dropoff_window }: Schedule): Schedule {
  const utc = (text: string): string => instant(Date.parse(text));
  const utcWindow = ({ starts_at, ends_at }: TimeWindow): TimeWindow => ({
    starts_at: utc(starts_at),
    ends_at: utc(ends_at),
  });
  return {
    ...(ready_at !== undefined && { ready_at: utc(ready_at) }),
    ...(pickup_window !== undefined && { pickup_window: utcWindow(pickup_window) }),
    ...(dropoff_window !== undefined && { dropoff_window: utcWindow(dropoff_window) }),
  };
}
