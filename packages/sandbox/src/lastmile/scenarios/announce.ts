import type { JsonObject } from '@delivery-api/specs/contract';
import type { LastmileState } from '../state/lastmile-state.ts';
import type { Booking, EndName, Eta, Progress, StatusReason } from '../state/model.ts';
import { bookingUpdate, instant } from '../views/booking.ts';
import { eventFate } from './definitions.ts';
import { planNext } from './schedule.ts';

/** An arrival time that moves by less is not announced (contract: Revisions). */
const announcedDrift = 60_000;
const longestHistory = 200;

/** What an announcement tells. */
export interface News {
  /** Values of the contract's `BookingChange`; `status` and `eta` are added where they belong. */
  changes?: string[];
  status?: string;
  reason?: StatusReason;
  /** Arrival times stay as they were told last. */
  keepsEtas?: boolean;
}

/**
 * Raises the revision of a booking by one and tells it: in its history, and by one event with all
 * that changed at this moment. Then it goes on.
 *
 * @throws {Error} where the machine has no such transition, which would be a fault of the story
 */
export function announce(
  stage: LastmileState,
  booking: Booking,
  { changes = [], status, reason, keepsEtas = false }: News,
): void {
  const { parts, machine, memory } = stage;
  const now = parts.clock.now();
  const previous = booking.status;
  booking.revision += 1;
  booking.updatedAt = now;
  if (status !== undefined) {
    if (machine.between(previous, status) === undefined)
      throw new Error(`No booking goes from ${previous} to ${status}.`);
    booking.status = status;
    booking.statusReason = reason;
    const entry = {
      status,
      at: instant(now),
      revision: booking.revision,
      ...(reason !== undefined && { reason }),
    };
    booking.history = [...booking.history.slice(1 - longestHistory), entry];
    if (machine.isTerminal(status)) close(booking, now);
  }
  planNext(stage, booking);
  const moved = keepsEtas ? false : renewEtas(stage, booking, now);
  const told = [...(status === undefined ? [] : ['status']), ...changes, ...(moved ? ['eta'] : [])];
  send(stage, booking, [...new Set(told)], status === undefined ? undefined : previous);
  if (status !== undefined && machine.isTerminal(status)) memory.finish(booking);
  parts.onChange('booking', booking.id);
}

function close(booking: Booking, now: number): void {
  booking.closedAt = now;
  booking.plot?.callOff?.();
  booking.plot = undefined;
  booking.leg = undefined;
}

function send(
  { parts, machine, event }: LastmileState,
  booking: Booking,
  changes: string[],
  previous: string | undefined,
): void {
  const now = parts.clock.now();
  const fate = eventFate(booking.scenario, booking.status, previous !== undefined);
  const body: JsonObject = {
    id: parts.newId('evt'),
    type: event.type,
    occurred_at: instant(now),
    api_version: event.version,
    test: true,
    partner_name: booking.partner,
    data: bookingUpdate(booking, changes, previous, machine, now),
  };
  if (fate !== 'never') parts.dispatcher.send(body, booking.id, { faults: fate });
}

/**
 * Works the arrival times out afresh; tells whether one moved far enough, or is new, so that it is
 * announced.
 */
function renewEtas(stage: LastmileState, booking: Booking, now: number): boolean {
  if (stage.machine.phaseOf(booking.status) === 'open') return false;
  const foreseen = foresee(stage, booking, now);
  let moved = false;
  for (const end of ['pickup', 'dropoff', 'return'] as const) {
    const progress = booking.progress[end];
    const expectedAt = foreseen[end];
    if (expectedAt === undefined || progress?.arrivedAt !== undefined)
      booking.progress = withEta(booking, end, undefined);
    else if (
      progress?.eta === undefined ||
      Math.abs(progress.eta.expectedAt - expectedAt) >= announcedDrift
    ) {
      booking.progress = withEta(booking, end, { expectedAt, calculatedAt: now });
      moved = true;
    }
  }
  return moved;
}

/** The ends as they are, with another arrival time at one, or none. */
function withEta({ progress }: Booking, end: EndName, eta: Eta | undefined): Booking['progress'] {
  const known: Progress | undefined = progress[end];
  if (known === undefined && eta === undefined) return progress;
  const { eta: _, ...rest } = known ?? {};
  return { ...progress, [end]: eta === undefined ? rest : { ...rest, eta } };
}

/**
 * When the courier will be at each end, if all goes on as planned; also where the story knows that
 * it will not.
 */
function foresee(
  { machine, mainLine }: LastmileState,
  { status, plot, closedAt }: Booking,
  now: number,
): Partial<Record<EndName, number>> {
  if (plot === undefined || plot.due === undefined || closedAt !== undefined) return {};
  if (machine.phaseOf(status) === 'return') return { return: plot.due };
  const foreseen: Partial<Record<EndName, number>> = {};
  let at = now;
  for (const step of mainLine.slice(mainLine.indexOf(status) + 1)) {
    at = Math.max(at + (plot.gaps[step] ?? 0), plot.notBefore[step] ?? 0);
    if (step === 'arrived_at_pickup') foreseen.pickup = at;
    if (step === 'arrived_at_dropoff') foreseen.dropoff = at;
  }
  return foreseen;
}
