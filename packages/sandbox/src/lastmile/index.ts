import type { Json, JsonObject } from '@delivery-api/specs/contract';
import type { Command } from '../kernel/command.ts';
import type {
  InterfaceBehavior,
  InterfaceContext,
  SandboxResponse,
} from '../kernel/interface-behavior.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { storeView } from './domain/places/stores.ts';
import { cancelBooking } from './operations/cancel-booking.ts';
import { createBooking } from './operations/create-booking.ts';
import { createEstimate } from './operations/create-estimate.ts';
import { findByLookup } from './operations/find-booking.ts';
import { FirstAttemptFailures } from './operations/first-attempt-failures.ts';
import { advance, playNext } from './scenarios/advance.ts';
import { createLastmileState, type LastmileState, view } from './state/lastmile-state.ts';
import type { BookingRequest, CancelRequest, DeliveryRequest } from './state/model.ts';
import { startAnew } from './state/reset.ts';

/**
 * The world of the Lastmile interface: stores to fetch from, estimates, bookings, and couriers who
 * move on the clock.
 */
export function createLastmileBehavior(parts: InterfaceContext): InterfaceBehavior {
  const stage = createLastmileState(parts, playNext);
  const setbacks = new FirstAttemptFailures();
  return {
    tenantOf: partnerOf,
    answer(call) {
      if (call.operation.request !== undefined) setbacks.meet(partnerOf(call), call);
      return answer(stage, call);
    },
    reset(data) {
      startAnew(stage, data);
      setbacks.clear();
    },
    advance(id, to) {
      const booking = stage.memory.bookings.get(id);
      if (booking === undefined)
        throw new ProblemError('booking_not_found', `There is no booking '${id}' in this sandbox.`);
      advance(stage, booking, to);
      return { status: 200, body: view(stage, booking) };
    },
    snapshot: (limit) => snapshot(stage, limit),
  };
}

const partnerOf = ({ parameters }: Command): string => parameters.get('partner_name') ?? '';

function answer(stage: LastmileState, call: Command): SandboxResponse {
  const partner = partnerOf(call);
  const lookup = call.parameters.get('id') ?? '';
  switch (call.operation.id) {
    case 'createEstimate':
      return createEstimate(stage, partner, call.body as DeliveryRequest);
    case 'createBooking':
      return createBooking(stage, partner, call.body as BookingRequest);
    case 'cancelBooking':
      return cancelBooking(stage, partner, call.body as CancelRequest);
    case 'getBookingDetails':
      return { status: 200, body: view(stage, findByLookup(stage, partner, lookup)) };
    case 'getStoreInfo':
      return { status: 200, body: storeInfo(stage, partner, lookup) };
    default:
      throw new Error(`The sandbox does not know the operation ${call.operation.id}.`);
  }
}

function storeInfo(
  { stores, parts, began }: LastmileState,
  partner: string,
  lookup: string,
): JsonObject {
  const store = stores.find(lookup);
  if (store === undefined)
    throw new ProblemError('store_not_found', `${partner} has no store '${lookup}'.`);
  return storeView(store, parts.clock.now(), began);
}

/** Everything that is remembered, newest first. */
function snapshot(stage: LastmileState, limit: number): JsonObject {
  const { memory, stores, parts, began } = stage;
  return {
    bookings: memory.bookings.newest(limit).map((booking) => view(stage, booking)),
    estimates: memory.estimates.newest(limit).map(({ answer: one }): Json => one),
    stores: stores.all.slice(0, limit).map((store) => storeView(store, parts.clock.now(), began)),
  };
}
