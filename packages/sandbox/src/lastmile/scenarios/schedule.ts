import type { Random } from '../../kernel/random.ts';
import type { LastmileState } from '../state/lastmile-state.ts';
import type { Booking, Plot, Schedule } from '../state/model.ts';
import { leadsTo, quickSteps, stepSeconds } from './definitions.ts';

/** Begins the story of a booking, or goes on with another one from here. */
export function tell(stage: LastmileState, booking: Booking, story: readonly string[]): void {
  booking.plot?.callOff?.();
  const { gaps, notBefore } = booking.plot ?? {
    gaps: drawGaps(stage, booking.scenario),
    notBefore: agreedTimes(booking.ordered.schedule),
  };
  booking.plot = { beats: story, next: 0, gaps, notBefore, due: undefined, callOff: undefined };
}

/**
 * Plans the next beat: one task for a booking at most, none while the story waits for a request.
 */
export function planNext(stage: LastmileState, booking: Booking): void {
  const { plot } = booking;
  if (plot === undefined) return;
  plot.callOff?.();
  plot.callOff = undefined;
  const name = plot.beats[plot.next];
  plot.due = name === undefined || name === 'hold' ? undefined : dueAt(stage, booking, plot, name);
  if (plot.due !== undefined)
    plot.callOff = stage.parts.clock.at(plot.due, () => stage.play(booking));
}

/** When a beat is due: as the main line and the times agreed have it, or a step from now. */
function dueAt(
  { parts, mainLine }: LastmileState,
  { status, searchAt, assignBy }: Booking,
  { gaps, notBefore }: Plot,
  name: string,
): number {
  const now = parts.clock.now();
  if (name === 'search') return Math.max(now, searchAt);
  if (name === 'expire') return Math.max(now, assignBy);
  const next = mainLine[mainLine.indexOf(status) + 1];
  if (next === undefined || leadsTo[name] !== next)
    return now + drawStep(parts.random, stepSeconds);
  return Math.max(now + (gaps[next] ?? 0), notBefore[next] ?? 0);
}

/**
 * Draws how long each step of the main line takes, all at once, so that arrival times can be
 * foreseen.
 */
function drawGaps({ parts, mainLine }: LastmileState, scenario: string): Record<string, number> {
  const quick = quickSteps[scenario];
  return Object.fromEntries(
    mainLine
      .slice(1)
      .map((status) => [
        status,
        drawStep(parts.random, quick?.status === status ? quick.seconds : stepSeconds),
      ]),
  );
}

const drawStep = (random: Random, [least, most]: readonly [number, number]): number =>
  random.between(least, most) * 1000;

/** Nothing is fetched before it is ready, nor brought before its window. */
function agreedTimes(schedule: Schedule | undefined): Record<string, number> {
  const ready = schedule?.ready_at ?? schedule?.pickup_window?.starts_at;
  const dropoff = schedule?.dropoff_window?.starts_at;
  return {
    ...(ready !== undefined && {
      arrived_at_pickup: Date.parse(ready) - stepSeconds[0] * 1000,
      picked_up: Date.parse(ready),
    }),
    ...(dropoff !== undefined && { arrived_at_dropoff: Date.parse(dropoff) }),
  };
}
