import { ProblemError } from '../../kernel/problem-error.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { BookingRecord } from '../state/records.ts';
import { changeBooking } from './change-booking.ts';
import { statusAfter, stepTo } from './definitions.ts';
import { scenarioRun } from './schedule.ts';
import { steps, stepsAfter } from './steps.ts';

/**
 * Runs the next step of a booking now.
 *
 * @returns the new record; `undefined` if there is no step or the scenario waits for a request
 */
export function runNextStep(
  context: LastmileContext,
  booking: BookingRecord,
): BookingRecord | undefined {
  const { run } = booking;
  const step = steps[run?.steps[0] ?? ''];
  if (run === undefined || step === undefined) return undefined;
  const started = { ...booking, run: { ...run, steps: run.steps.slice(1) } };
  return changeBooking(context, started, step(context, started));
}

/**
 * Advances a booking by one scenario step, or to a status. If the rest of the scenario does not
 * reach the status without a request, the booking takes the shortest path in the state machine.
 * From there, it continues without incidents.
 *
 * @returns the new record; `booking` if it already has the status
 * @throws {ProblemError} `validation_failed` if the booking cannot advance or reach the status
 */
export function advance(
  context: LastmileContext,
  booking: BookingRecord,
  to: string | undefined,
): BookingRecord {
  if (to === booking.status) return booking;
  if (booking.run === undefined)
    throw invalid(
      `The booking is closed with the status ${booking.status} and cannot advance.`,
      to,
    );
  if (to === undefined) {
    const changed = runNextStep(context, booking);
    if (changed !== undefined) return changed;
    const hint = 'Cancel the booking, or send a status in `to`.';
    throw invalid(`The booking does not advance without a request. ${hint}`, to);
  }
  let current = booking;
  if (!reaches(booking, to)) {
    const run = scenarioRun(context, booking, shortestPath(context, booking, to));
    current = { ...booking, run };
  }
  while (current.status !== to) {
    const next = runNextStep(context, current);
    if (next === undefined) break;
    current = next;
  }
  return current;
}

/** Returns whether the rest of the scenario reaches a status without a request. */
function reaches({ run }: BookingRecord, to: string): boolean {
  const rest = run?.steps ?? [];
  const hold = rest.indexOf('hold');
  return rest.slice(0, hold === -1 ? rest.length : hold).some((name) => statusAfter[name] === to);
}

function shortestPath(
  context: LastmileContext,
  { status }: BookingRecord,
  to: string,
): readonly string[] {
  const { machine } = context;
  const known = Object.keys(stepTo);
  const path = known.includes(to) ? machine.path(status, to) : undefined;
  if (path === undefined) {
    const reachable = known.filter((target) => machine.path(status, target) !== undefined);
    const hint = `Possible statuses: ${reachable.join(', ')}.`;
    throw invalid(`The booking cannot change from ${status} to '${to}'. ${hint}`, to);
  }
  const names = path.map((next, index) => {
    const from = path[index - 1] ?? status;
    const isReassignment = next === 'searching' && machine.phaseOf(from) === 'pickup';
    return isReassignment ? 'give_back' : (stepTo[next] as string);
  });
  return machine.isTerminal(to) ? names : [...names, ...stepsAfter(context, to)];
}

const invalid = (detail: string, to: string | undefined): ProblemError =>
  new ProblemError('validation_failed', detail, {
    errors: to === undefined ? [] : [{ pointer: '/to', code: 'transition', message: detail }],
  });
