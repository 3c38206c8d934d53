import { transferTime } from '../domain/ride-time.ts';
import { plannedPickup } from '../domain/schedule-rules.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { BookingRecord, ScenarioRun } from '../state/records.ts';
import { shortSteps, statusAfter, stepSeconds } from './definitions.ts';

export const stepTask = 'lastmile.step';

/**
 * Returns a scenario run with these steps. The random durations of the main sequence are chosen
 * once for each booking, so that ETAs can be calculated from them.
 */
export const scenarioRun = (
  context: LastmileContext,
  booking: Booked & Pick<BookingRecord, 'run' | 'scenario'>,
  steps: readonly string[],
): ScenarioRun => ({
  steps,
  durations: booking.run?.durations ?? drawDurations(context, booking.scenario),
  notBefore: booking.run?.notBefore ?? requestedTimes(booking),
});

/**
 * Returns when the next step is due, in milliseconds since 1970; `undefined` without a next step,
 * or if the scenario waits for a request.
 */
export function nextStepDue(
  context: LastmileContext,
  { run, status, searchAt, assignBy }: BookingRecord,
): number | undefined {
  const step = run?.steps[0];
  if (run === undefined || step === undefined || step === 'hold') return undefined;
  const { mainSequence } = context;
  const now = context.clock.now();
  if (step === 'search') return Math.max(now, searchAt);
  if (step === 'expire') return Math.max(now, assignBy);
  const next = mainSequence[mainSequence.indexOf(status) + 1];
  if (next === undefined || statusAfter[step] !== next) return now + drawDuration(context);
  return Math.max(now + (run.durations[next] ?? 0), run.notBefore[next] ?? 0);
}

/** Schedules the next step of a booking; cancels the scheduled step if `due` is `undefined`. */
export function scheduleStep(
  { scheduler }: LastmileContext,
  { id: subject }: BookingRecord,
  due: number | undefined,
): void {
  const id = `${stepTask} ${subject}`;
  if (due === undefined) scheduler.cancel(id);
  else scheduler.schedule({ id, type: stepTask, subject, due });
}

type Booked = Pick<BookingRecord, 'ordered' | 'createdAt' | 'vehicle' | 'route'>;

/** Returns the planned pickup time of a booking. */
export const plannedPickupOf = ({ ordered, createdAt, vehicle, route }: Booked): number =>
  plannedPickup(
    ordered.schedule,
    createdAt,
    transferTime(vehicle, route.meters, ordered.service_level),
  );

function drawDurations(context: LastmileContext, scenario: string): Record<string, number> {
  const short = shortSteps[scenario];
  return Object.fromEntries(
    context.mainSequence
      .slice(1)
      .map((status) => [
        status,
        drawDuration(context, short?.status === status ? short.seconds : stepSeconds),
      ]),
  );
}

const drawDuration = (
  { random }: LastmileContext,
  [min, max]: readonly [number, number] = stepSeconds,
): number => random.between(min, max) * 1000;

/** Returns the earliest time of each status that the requested schedule restricts. */
function requestedTimes(booking: Booked): Record<string, number> {
  const { schedule } = booking.ordered;
  if (schedule === undefined) return {};
  const planned = plannedPickupOf(booking);
  const dropoff = schedule.dropoff_window?.starts_at;
  return {
    arrived_at_pickup: planned - stepSeconds[0] * 1000,
    picked_up: planned,
    ...(dropoff !== undefined && { arrived_at_dropoff: Date.parse(dropoff) }),
  };
}
