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

/** How long the example estimates can be booked. */
const validity = 30 * day;

/** Returns the stores of the contract's examples. */
export const exampleStores = (context: LastmileContext): Store[] =>
  responsesOf<Store>(context, 'getStoreInfo');

/**
 * Returns the resources of the contract's examples. The store that documented requests name is open
 * around the clock. Each booking is in its last documented state, which it has just reached; live
 * ones are left out unless a documented request names them. A booking whose external reference is in
 * a documented request has another reference, because live and delivered bookings occupy theirs.
 */
export function exampleData(context: LastmileContext): Required<LastmileData> {
  const now = context.clock.now();
  const [{ id: documented } = { id: '' }] = exampleStores(context);
  const bookings = new Map<string, Booking>();
  for (const operation of ['createBooking', 'getBookingDetails', 'cancelBooking'])
    for (const one of responsesOf<Booking>(context, operation))
      if (one.revision >= (bookings.get(one.id)?.revision ?? 0)) bookings.set(one.id, one);
  const named = new Set(
    examplesOf(operationOf(context, 'cancelBooking')?.request).map(
      (one) => (one as CancelBookingRequest).booking_id,
    ),
  );
  const requested = new Set(
    examplesOf(operationOf(context, 'createBooking')?.request).map(
      (one) => (one as CreateBookingRequest).external_reference,
    ),
  );
  const freeReference = (one: Booking): Booking => {
    const { external_reference: reference } = one;
    return requested.has(reference) ? { ...one, external_reference: `${reference}-example` } : one;
  };
  return {
    stores: exampleStores(context).map((one) => (one.id === documented ? alwaysOpen(one) : one)),
    bookings: [...bookings.values()]
      .filter(({ id, phase }) => phase === 'closed' || named.has(id))
      .map((one) => shiftTimes(freeReference(one), now - Date.parse(one.updated_at))),
    estimates: responsesOf<Estimate>(context, 'createEstimate').map((one) => ({
      ...shiftTimes(one, now - Date.parse(one.created_at)),
      ...(one.outcome === 'serviceable' && { expires_at: instant(now + validity) }),
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
