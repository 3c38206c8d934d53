import type { StatusReason } from '@delivery-api/lastmile-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import { minute } from '../domain/time.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { BookingRecord, WaypointName } from '../state/records.ts';
import { bookingEvent } from '../views/booking-event.ts';
import { eventFaults } from './definitions.ts';
import { nextStepDue, scheduleStep } from './schedule.ts';

/** The smallest ETA change that is reported (contract: "Revisions and conditional reads"). */
const reportedEtaChange = minute;
const maxHistory = 1_000;

/** A change that increments the revision of a booking. */
export interface BookingRevision {
  /** Members to replace, in addition to the members that the status determines. */
  set?: Partial<BookingRecord>;
  /** Values of `BookingChange` in the contract. `status` and `eta` are added automatically. */
  changes?: string[];
  status?: string;
  reason?: StatusReason | undefined;
  /** The `Actor` that causes the status change. Default: the first actor of the transition. */
  by?: string | undefined;
  keepEtas?: boolean;
}

/**
 * Changes a booking: increments its revision, schedules its next step, and sends one event with all
 * changes, unless the scenario suppresses the event.
 *
 * @returns the new record
 * @throws {Error} if the state machine has no transition to `status`
 */
export function changeBooking(
  context: LastmileContext,
  booking: BookingRecord,
  { set = {}, changes = [], status, reason, by, keepEtas = false }: BookingRevision,
): BookingRecord {
  const revised: BookingRecord = {
    ...booking,
    ...set,
    revision: booking.revision + 1,
    updatedAt: context.clock.now(),
    ...(status !== undefined && transition(context, booking, { status, reason, by })),
  };
  const due = nextStepDue(context, revised);
  const progress = keepEtas ? revised.progress : withNewEtas(context, revised, due);
  const changed = context.state.bookings.put({ ...revised, progress });
  scheduleStep(context, changed, due);
  const all = [
    ...(status === undefined ? [] : ['status']),
    ...changes,
    ...(hasNewEta(revised, changed) ? ['eta'] : []),
  ];
  sendEvent(context, changed, [...new Set(all)], status === undefined ? undefined : booking.status);
  context.onChange('booking', booking.id);
  return changed;
}

function transition(
  { clock, machine }: LastmileContext,
  booking: BookingRecord,
  { status, reason, by }: { status: string } & Pick<BookingRevision, 'reason' | 'by'>,
): Partial<BookingRecord> {
  const allowed = machine.between(booking.status, status);
  if (allowed === undefined)
    throw new Error(`The booking cannot change from ${booking.status} to ${status}.`);
  const at = clock.instant();
  const revision = booking.revision + 1;
  const entry = {
    status,
    at,
    revision,
    by: by ?? (allowed.by[0] as string),
    ...(reason !== undefined && { reason_code: reason.code }),
  };
  return {
    status,
    statusReason: reason,
    history: [...booking.history.slice(1 - maxHistory), entry],
    ...(machine.isTerminal(status) && { closedAt: clock.now(), run: undefined, leg: undefined }),
  };
}

function sendEvent(
  context: LastmileContext,
  booking: BookingRecord,
  changes: string[],
  previousStatus: string | undefined,
): void {
  const faults = eventFaults(booking.scenario, booking.status, previousStatus !== undefined);
  const event = bookingEvent(context, booking, changes, previousStatus);
  if (faults !== 'never')
    context.dispatcher.send(event as unknown as JsonObject, booking.id, { faults });
}

/** Returns the progress with new ETAs. Keeps each ETA whose change is too small to be reported. */
function withNewEtas(
  context: LastmileContext,
  booking: BookingRecord,
  due: number | undefined,
): BookingRecord['progress'] {
  if (context.machine.phaseOf(booking.status) === 'open') return booking.progress;
  const calculatedAt = context.clock.now();
  const expected = expectedTimes(context, booking, due);
  const progress = { ...booking.progress };
  for (const name of ['pickup', 'dropoff', 'return'] as const) {
    const { eta, ...rest } = progress[name] ?? {};
    const expectedAt = expected[name];
    if (expectedAt === undefined || rest.arrivedAt !== undefined) {
      if (eta !== undefined) progress[name] = rest;
    } else if (eta === undefined || Math.abs(eta.expectedAt - expectedAt) >= reportedEtaChange)
      progress[name] = { ...rest, eta: { expectedAt, calculatedAt } };
  }
  return progress;
}

const hasNewEta = ({ progress: before }: BookingRecord, { progress }: BookingRecord): boolean =>
  (['pickup', 'dropoff', 'return'] as const).some(
    (name) => progress[name]?.eta !== undefined && progress[name].eta !== before[name]?.eta,
  );

/** Returns when the courier arrives at each waypoint if no further incident happens. */
function expectedTimes(
  { clock, machine, mainSequence }: LastmileContext,
  { status, run, closedAt }: BookingRecord,
  due: number | undefined,
): Partial<Record<WaypointName, number>> {
  if (run === undefined || due === undefined || closedAt !== undefined) return {};
  if (machine.phaseOf(status) === 'return') return { return: due };
  const expected: Partial<Record<WaypointName, number>> = {};
  let at = clock.now();
  for (const next of mainSequence.slice(mainSequence.indexOf(status) + 1)) {
    at = Math.max(at + (run.durations[next] ?? 0), run.notBefore[next] ?? 0);
    if (next === 'arrived_at_pickup') expected.pickup = at;
    if (next === 'arrived_at_dropoff') expected.dropoff = at;
  }
  return expected;
}
