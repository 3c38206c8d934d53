import type { BookingUpdate, BookingUpdatedEvent } from '@delivery-api/lastmile-types';
import { instant } from '../domain/time.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { BookingRecord } from '../state/records.ts';
import { eventCourierView } from './courier.ts';
import { progressView } from './waypoint.ts';

/** Returns a `bookingUpdated` event with a new ID. */
export function bookingEvent(
  context: LastmileContext,
  booking: BookingRecord,
  changes: string[],
  previousStatus: string | undefined,
): BookingUpdatedEvent {
  const { clock, event, newId } = context;
  return {
    id: newId('evt'),
    type: event.type as BookingUpdatedEvent['type'],
    occurred_at: clock.instant(),
    api_version: event.version,
    test: true,
    partner_name: booking.partner,
    data: bookingUpdate(context, booking, changes, previousStatus),
  };
}

/** Returns a booking in the format of the event, without addresses, contacts, links or secrets. */
function bookingUpdate(
  { clock, machine }: LastmileContext,
  booking: BookingRecord,
  changes: string[],
  previousStatus: string | undefined,
): BookingUpdate {
  const now = clock.now();
  const { cancellation, closedAt, progress, statusReason } = booking;
  const phase = machine.phaseOf(booking.status);
  const { note: _, ...publicCancellation } = cancellation ?? {};
  const courier = eventCourierView(booking, now);
  return {
    id: booking.id,
    external_reference: booking.ordered.external_reference,
    attempt: booking.attempt,
    revision: booking.revision,
    changes,
    phase,
    status: booking.status,
    ...(previousStatus !== undefined && { previous_status: previousStatus }),
    ...(statusReason !== undefined && { status_reason: statusReason }),
    price: booking.price,
    pickup: progressView(booking, 'pickup', now),
    dropoff: progressView(booking, 'dropoff', now),
    ...(progress.return !== undefined && { return: progressView(booking, 'return', now) }),
    ...(courier !== undefined && { courier }),
    reassignment_count: booking.reassignments,
    ...(phase === 'open' && { assign_by: instant(booking.assignBy) }),
    ...(cancellation !== undefined && { cancellation: publicCancellation }),
    created_at: instant(booking.createdAt),
    updated_at: instant(booking.updatedAt),
    ...(closedAt !== undefined && { closed_at: instant(closedAt) }),
  } as BookingUpdate;
}
