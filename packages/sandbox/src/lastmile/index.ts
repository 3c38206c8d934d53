import type {
  CancelBookingRequest,
  CreateBookingRequest,
  CreateEstimateRequest,
} from '@delivery-api/lastmile-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import type { Command } from '../kernel/command.ts';
import type {
  InterfaceContext,
  LastmileBehavior,
  SandboxResponse,
  TenantRequest,
} from '../kernel/interface-behavior.ts';
import { ProblemError } from '../kernel/problem-error.ts';
import { exampleData, exampleStores } from './domain/example-data.ts';
import { instant } from './domain/time.ts';
import { cancelBooking } from './operations/cancel-booking.ts';
import { createBooking } from './operations/create-booking.ts';
import { createEstimate } from './operations/create-estimate.ts';
import { failFirstAttempt } from './operations/fail-first-attempt.ts';
import { getBookingDetails } from './operations/get-booking-details.ts';
import { getStoreInfo } from './operations/get-store-info.ts';
import { setStoreConditions } from './operations/set-store-conditions.ts';
import { advance, runNextStep } from './scenarios/advance.ts';
import { restore } from './scenarios/restore.ts';
import { stepTask } from './scenarios/schedule.ts';
import { createLastmileContext, type LastmileContext } from './state/lastmile-context.ts';
import { checkData, type LastmileData } from './state/load-data.ts';
import { bookingView } from './views/booking.ts';
import { estimateAt } from './views/estimate.ts';
import { storeView } from './views/store.ts';

/**
 * Creates the behavior of the Lastmile interface: stores, estimates, bookings, and couriers that
 * move with the simulated clock. Without stored state, the stores in the contract's examples are
 * loaded.
 */
export function createLastmileBehavior(parts: InterfaceContext): LastmileBehavior {
  const context = createLastmileContext(parts);
  const { state, scheduler } = context;
  scheduler.handle(stepTask, ({ subject }) => {
    const booking = state.bookings.get(subject);
    if (booking !== undefined) runNextStep(context, booking);
  });
  if (state.loadedAt.get() === null) loadData(context, { stores: exampleStores(context) });
  return {
    tenantOf: partnerOf,
    respond(command) {
      if (command.operation.request !== undefined)
        failFirstAttempt(context, partnerOf(command), command);
      return respond(context, command);
    },
    load: (data = {}) => loadData(context, checkData(context, data)),
    loadExamples() {
      const { stores, bookings, estimates } = exampleData(context);
      loadData(context, { stores });
      // Estimates are loaded separately from bookings, so that they count as unused.
      restore(context, [], estimates);
      restore(context, bookings, [], { holds: true });
    },
    advance(id, to) {
      const booking = state.bookings.get(id);
      if (booking === undefined)
        throw new ProblemError('booking_not_found', `No booking in this sandbox has the ID ${id}.`);
      const advanced = advance(context, booking, to);
      return { status: 200, body: bookingView(context, advanced) as unknown as JsonObject };
    },
    snapshot: (limit) => snapshot(context, limit),
    setStoreConditions: (id, conditions) => setStoreConditions(context, id, conditions),
  };
}

const partnerOf = ({ parameters }: TenantRequest): string => parameters.get('partner_name') ?? '';

function respond(context: LastmileContext, command: Command): SandboxResponse {
  const { operation, parameters, body } = command;
  const partner = partnerOf(command);
  const lookup = parameters.get('id') ?? '';
  switch (operation.id) {
    case 'createEstimate':
      return createEstimate(context, partner, body as CreateEstimateRequest);
    case 'createBooking':
      return createBooking(context, partner, body as CreateBookingRequest);
    case 'cancelBooking':
      return cancelBooking(context, partner, body as CancelBookingRequest);
    case 'getBookingDetails':
      return getBookingDetails(context, partner, lookup);
    case 'getStoreInfo':
      return getStoreInfo(context, partner, lookup);
    default:
      throw new Error(`The sandbox does not have the operation ${operation.id}.`);
  }
}

/** Loads data into a state that has no bookings or estimates yet. */
function loadData(
  context: LastmileContext,
  { stores, bookings = [], estimates = [] }: LastmileData,
): void {
  const { state, clock } = context;
  state.loadedAt.set(clock.now());
  if (stores !== undefined) {
    for (const { id } of [...state.stores.values()]) state.stores.delete(id);
    // The `updated_at` of a store must not be in the future.
    const now = clock.now();
    for (const store of stores) {
      const updatedAt = Math.min(Date.parse(store.updated_at), now);
      state.stores.put({ ...store, updated_at: instant(updatedAt) });
    }
  }
  restore(context, bookings, estimates);
}

/** Returns up to `limit` resources per type, newest first; stores are in the order of the data. */
function snapshot(context: LastmileContext, limit: number): JsonObject {
  const { bookings, estimates, stores } = context.state;
  const now = context.clock.now();
  const views = {
    bookings: bookings.newest(limit).map((booking) => bookingView(context, booking)),
    estimates: estimates.newest(limit).map(({ response }) => estimateAt(response, now)),
    stores: [...stores.values()].slice(0, limit).map((store) => storeView(context, store)),
  };
  return views as unknown as JsonObject;
}
