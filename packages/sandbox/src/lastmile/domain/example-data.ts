import type {
  Booking,
  CancelBookingRequest,
  CreateBookingRequest,
  Estimate,
  Store,
} from '@delivery-api/lastmile-types';
import type { Operation } from '@delivery-api/specs/contract';
import { alwaysOpen } from '../../kernel/opening-hours.ts';
import { shiftTimes } from '../../kernel/shift-times.ts';
import type { LastmileContext } from '../state/lastmile-context.ts';
import type { LastmileData } from '../state/load-data.ts';
import { day, instant } from './time.ts';

/** Validity period of the example estimates, from the time at which they are loaded. */
const validity = 30 * day;

/** Returns the stores in the contract's examples. */
export const exampleStores = (context: LastmileContext): Store[] =>
  responsesOf<Store>(context, 'getStoreInfo');

/**
 * Returns the resources in the contract's examples. The store in documented requests is always
 * open. Each booking has its last documented status, which it has just reached. Bookings that are
 * not closed are included only if a documented `cancelBooking` request refers to them. If a
 * documented `createBooking` request has the external reference of a booking, the booking gets a
 * different reference, so that the request is not a duplicate.
 */
export function exampleData(context: LastmileContext): Required<LastmileData> {
  const now = context.clock.now();
  const [{ id: documentedStore } = { id: '' }] = exampleStores(context);
  const bookings = new Map<string, Booking>();
  for (const operation of ['createBooking', 'getBookingDetails', 'cancelBooking'])
    for (const booking of responsesOf<Booking>(context, operation))
      if (booking.revision >= (bookings.get(booking.id)?.revision ?? 0))
        bookings.set(booking.id, booking);
  const requestedIds = new Set(
    examplesOf(operationOf(context, 'cancelBooking')?.request).map(
      (request) => (request as CancelBookingRequest).booking_id,
    ),
  );
  const requestedReferences = new Set(
    examplesOf(operationOf(context, 'createBooking')?.request).map(
      (request) => (request as CreateBookingRequest).external_reference,
    ),
  );
  const freeReference = (booking: Booking): Booking => {
    const { external_reference: reference } = booking;
    return requestedReferences.has(reference)
      ? { ...booking, external_reference: `${reference}-example` }
      : booking;
  };
  return {
    stores: exampleStores(context).map((store) =>
      store.id === documentedStore ? alwaysOpen(store) : store,
    ),
    bookings: [...bookings.values()]
      .filter(({ id, phase }) => phase === 'closed' || requestedIds.has(id))
      .map((booking) => shiftTimes(freeReference(booking), now - Date.parse(booking.updated_at))),
    estimates: responsesOf<Estimate>(context, 'createEstimate').map((estimate) => ({
      ...shiftTimes(estimate, now - Date.parse(estimate.created_at)),
      ...(estimate.outcome === 'serviceable' && { expires_at: instant(now + validity) }),
    })),
  };
}

const operationOf = ({ contract }: LastmileContext, id: string): Operation | undefined =>
  contract.operations.find((operation) => operation.id === id);

const examplesOf = (content: { examples: readonly { value: unknown }[] } | undefined): unknown[] =>
  (content?.examples ?? []).map(({ value }) => value);

/** Returns the examples of all successful responses of an operation. */
const responsesOf = <Resource>(context: LastmileContext, operationId: string): Resource[] =>
  (operationOf(context, operationId)?.responses ?? [])
    .filter(({ status }) => status < 300)
    .flatMap(({ content }) => examplesOf(content) as Resource[]);
