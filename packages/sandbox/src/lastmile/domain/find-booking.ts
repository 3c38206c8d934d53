import { ProblemError } from '../../kernel/problem-error.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { BookingRecord } from '../state/records.ts';
import { day } from './time.ts';

/**
 * Retention periods (contract: "Retention"). For bookings, they begin when the booking is closed.
 * For the resolved places of an estimate, the `personalData` period begins when the estimate is
 * created.
 */
export const retention = { personalData: 30 * day, booking: 90 * day } as const;

/**
 * Finds a booking by its ID, or by `ref:` and the external reference, which selects the latest
 * attempt (contract: parameter `BookingLookup`).
 *
 * @throws {ProblemError} `booking_not_found`; `resource_expired` for an ID after the retention
 * period or an eviction
 */
export function findByLookup(
  context: LastmileContext,
  partner: string,
  lookup: string,
): BookingRecord {
  if (!lookup.startsWith('ref:')) return findById(context, partner, lookup);
  const booking = findLatestAttempt(context, partner, lookup.slice(4));
  if (booking === undefined || isExpired(context, booking)) throw notFound(partner, lookup);
  return booking;
}

/** Returns the latest booking of a partner with an external reference; `undefined` without one. */
export const findLatestAttempt = (
  { state: { bookings, latestAttempts } }: LastmileContext,
  partner: string,
  reference: string,
): BookingRecord | undefined => bookings.get(latestAttempts.id(partner, reference) ?? '');

/**
 * Finds a booking of a partner. Does not find bookings of other partners.
 *
 * @throws {ProblemError} `booking_not_found`; `resource_expired` after the retention period or an
 * eviction
 */
export function findById(context: LastmileContext, partner: string, id: string): BookingRecord {
  const { bookings, evictedBookings } = context.state;
  const booking = ownedBy(partner, bookings.get(id));
  if (booking === undefined) {
    if (ownedBy(partner, evictedBookings.get(id)) === undefined) throw notFound(partner, id);
    const kept = `the sandbox keeps the last ${context.maxEntries} closed bookings of a partner`;
    const detail = `The booking ${id} was closed and evicted; ${kept}.`;
    throw new ProblemError('resource_expired', detail);
  }
  if (isExpired(context, booking))
    throw new ProblemError(
      'resource_expired',
      `The booking ${id} was closed more than 90 days ago and has been deleted.`,
    );
  return booking;
}

/** Returns the record if it belongs to the partner; otherwise `undefined`. */
export const ownedBy = <Record extends { partner: string }>(
  partner: string,
  record: Record | undefined,
): Record | undefined => (record?.partner === partner ? record : undefined);

/** Returns whether the retention period of a booking has ended. */
export const isExpired = ({ clock }: LastmileContext, { closedAt }: BookingRecord): boolean =>
  closedAt !== undefined && clock.now() >= closedAt + retention.booking;

function notFound(partner: string, lookup: string): ProblemError {
  const attribute = lookup.startsWith('ref:')
    ? `external reference '${lookup.slice(4)}'`
    : `ID ${lookup}`;
  const detail = `No booking of ${partner} has the ${attribute}.`;
  return new ProblemError('booking_not_found', detail);
}
