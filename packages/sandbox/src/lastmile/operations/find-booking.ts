import { ProblemError } from '../../kernel/problem-error.ts';
import type { LastmileState } from '../state/lastmile-state.ts';
import type { Booking } from '../state/model.ts';
import { isForgotten } from '../views/booking.ts';

/**
 * Finds a booking by its id, or for reading also by `ref:` and the partner's reference, which
 * stands for the latest attempt (contract: parameter
 * `BookingLookup`).
 *
 * @throws {ProblemError} `booking_not_found`; `resource_expired` for an id whose retention is over
 */
export function findByLookup(stage: LastmileState, partner: string, lookup: string): Booking {
  if (!lookup.startsWith('ref:')) return findById(stage, partner, lookup);
  const booking = stage.memory.latest(partner, lookup.slice(4));
  if (booking === undefined || isForgotten(booking, stage.parts.clock.now()))
    throw notFound(partner, lookup);
  return booking;
}

/**
 * @throws {ProblemError} `booking_not_found`; `resource_expired` when its retention is over, or when it
 * has made room for later ones
 */
export function findById({ memory, parts }: LastmileState, partner: string, id: string): Booking {
  const booking = memory.booking(partner, id);
  if (booking === undefined) {
    if (!memory.hasForgotten(partner, id)) throw notFound(partner, id);
    throw new ProblemError(
      'resource_expired',
      `The booking ${id} has ended and made room: the last ${parts.maxEntries} finished ones are kept.`,
    );
  }
  if (isForgotten(booking, parts.clock.now()))
    throw new ProblemError('resource_expired', `The booking ${id} ended more than 90 days ago.`);
  return booking;
}

const notFound = (partner: string, lookup: string): ProblemError =>
  new ProblemError(
    'booking_not_found',
    lookup.startsWith('ref:')
      ? `${partner} has no booking with the reference '${lookup.slice(4)}'.`
      : `${partner} has no booking '${lookup}'.`,
  );
