import { describe, expectTypeOf, it } from 'vitest';
import type {
  Booking,
  BookingPhase,
  BookingStatus,
  BookingUpdate,
  CreateBookingRequest,
  KnownProblem,
  LastmileEvent,
  Problems,
} from '../generated/index.js';
import {
  bookingPhaseValues,
  type bookingStatusValues,
  type eventTypes,
  type problemCodes,
} from '../generated/index.js';

describe('enums', () => {
  it('extensible enums accept values from later versions', () => {
    expectTypeOf<'searching'>().toExtend<BookingStatus>();
    expectTypeOf<string>().toExtend<BookingStatus>();
  });

  it('fixed enums accept only their documented values', () => {
    expectTypeOf<BookingPhase>().toEqualTypeOf<
      'open' | 'pickup' | 'transit' | 'return' | 'closed'
    >();
    expectTypeOf<string>().not.toExtend<BookingPhase>();
  });

  it('enums are exported as arrays of literals', () => {
    expectTypeOf(bookingPhaseValues).toEqualTypeOf<
      readonly ['open', 'pickup', 'transit', 'return', 'closed']
    >();
    expectTypeOf<string>().not.toExtend<(typeof bookingStatusValues)[number]>();
  });
});

describe('a booking', () => {
  it('has a courier in phase transit', () => {
    const booking = {} as Booking;
    expectTypeOf<undefined>().toExtend<typeof booking.courier>();
    if (booking.phase === 'transit') {
      expectTypeOf<undefined>().not.toExtend<typeof booking.courier>();
      expectTypeOf(booking.courier.name).toExtend<string>();
    }
  });

  it('has closed_at in phase closed, and assign_by in phase open', () => {
    const booking = {} as Booking;
    if (booking.phase === 'closed')
      expectTypeOf<undefined>().not.toExtend<typeof booking.closed_at>();
    if (booking.phase === 'open')
      expectTypeOf<undefined>().not.toExtend<typeof booking.assign_by>();
    if (booking.phase === 'pickup') expectTypeOf<undefined>().toExtend<typeof booking.closed_at>();
  });
});

describe('a stored booking', () => {
  // `Pick` flattens the union of the conditions into one object type with every property.
  type BookingFields = Pick<Booking, keyof Booking>;

  it('accepts every booking and can change its phase', () => {
    expectTypeOf<Booking>().toExtend<BookingFields>();
    const changed = { ...({} as Booking), phase: {} as BookingPhase };
    expectTypeOf(changed).toExtend<BookingFields>();
    expectTypeOf(changed).not.toExtend<Booking>();
  });
});

describe('a request', () => {
  type Pickup = CreateBookingRequest['pickup'];
  const address = { line1: 'Prinsengracht 263', city: 'Amsterdam', country: 'NL' };
  const contact = { name: 'Noor', phone: '+31201234567' };

  it('has either a store or an address with a contact', () => {
    expectTypeOf({ store_id: 'sto_1' }).toExtend<Pickup>();
    expectTypeOf({ address, contact }).toExtend<Pickup>();
    expectTypeOf({ address }).not.toExtend<Pickup>();
    expectTypeOf({ store_id: 'sto_1', address, contact }).not.toExtend<Pickup>();
  });

  it('rejects a property that is not in the contract', () => {
    // @ts-expect-error `adress` is not in the contract
    const pickup: Pickup = { store_id: 'sto_1', adress: address };
    return pickup;
  });
});

describe('a problem', () => {
  it('narrows on its code to the members of the code', () => {
    const problem = {} as KnownProblem;
    expectTypeOf<undefined>().toExtend<typeof problem.existing_booking_id>();
    if (problem.code === 'duplicate_external_reference') {
      expectTypeOf<undefined>().not.toExtend<typeof problem.existing_booking_id>();
      expectTypeOf(problem.status).toEqualTypeOf<409>();
    }
  });

  it('problemCodes has exactly the codes of Problems', () => {
    expectTypeOf<(typeof problemCodes)[number]>().toEqualTypeOf<keyof Problems>();
  });
});

describe('an event', () => {
  it('narrows on its type, and its dropoff has no contact', () => {
    const event = {} as LastmileEvent;
    expectTypeOf<(typeof eventTypes)[number]>().toEqualTypeOf<LastmileEvent['type']>();
    if (event.type === 'bookingUpdated') expectTypeOf(event.data).toEqualTypeOf<BookingUpdate>();
    expectTypeOf<BookingUpdate['dropoff']>().not.toHaveProperty('contact');
  });
});
