import { ProblemError } from '../../kernel/problem-error.ts';
import type { LastmileState } from '../state/lastmile-state.ts';
import type { Booking } from '../state/model.ts';
import { beatTo, leadsTo } from './definitions.ts';
import { tell } from './schedule.ts';
import { beats, beatsAfter } from './steps.ts';

/**
 * Plays the next beat now, whenever it was due.
 *
 * @returns whether there was one; a story that waits for a request has none
 */
export function playNext(stage: LastmileState, booking: Booking): boolean {
  const { plot } = booking;
  const name = plot?.beats[plot.next];
  const beat = name === undefined ? undefined : beats[name];
  if (plot === undefined || beat === undefined) return false;
  plot.next += 1;
  beat(stage, booking);
  return true;
}

/**
 * Moves a booking along by hand: one step of its story, or up to a status. A status that the story
 * does not reach is reached on the shortest way
 * that the machine has; from there all goes well.
 *
 * @throws {ProblemError} `validation_failed` where there is no such way
 */
export function advance(stage: LastmileState, booking: Booking, to: string | undefined): void {
  if (to === booking.status) return;
  if (booking.plot === undefined)
    throw refusal(`The booking has ended as ${booking.status}; nothing follows.`, to);
  if (to === undefined) {
    if (!playNext(stage, booking))
      throw refusal(
        'The story waits for cancelBooking. Cancel the booking, or name a status in `to`.',
        to,
      );
    return;
  }
  if (!reaches(booking, to)) takeShortestWay(stage, booking, to);
  while (booking.status !== to && playNext(stage, booking));
}

/** Whether the story gets to a status by itself. */
function reaches({ plot }: Booking, to: string): boolean {
  const rest = plot?.beats.slice(plot.next) ?? [];
  const hold = rest.indexOf('hold');
  return rest.slice(0, hold === -1 ? rest.length : hold).some((name) => leadsTo[name] === to);
}

function takeShortestWay(stage: LastmileState, booking: Booking, to: string): void {
  const { machine } = stage;
  const known = Object.keys(beatTo);
  const way = known.includes(to) ? machine.way(booking.status, to) : undefined;
  if (way === undefined) {
    const reachable = known.filter((status) => machine.way(booking.status, status) !== undefined);
    throw refusal(
      `No booking goes from ${booking.status} to '${to}'. It can go to ${reachable.join(', ')}.`,
      to,
    );
  }
  const steps = way.map((next, index) => {
    const from = index === 0 ? booking.status : (way[index - 1] as string);
    return next === 'searching' && machine.phaseOf(from) === 'pickup'
      ? 'give_back'
      : (beatTo[next] as string);
  });
  tell(stage, booking, machine.isTerminal(to) ? steps : [...steps, ...beatsAfter(stage, to)]);
}

const refusal = (detail: string, to: string | undefined): ProblemError =>
  new ProblemError('validation_failed', detail, {
    errors: to === undefined ? [] : [{ pointer: '/to', code: 'transition', message: detail }],
  });
