import { type HttpHandler, http } from 'msw';
import { describe, expectTypeOf, it } from 'vitest';
import type { Booking, BookingUpdatedEvent, CreateBookingRequest, Problems } from '../src/index.js';
import { events, fixtures, lastmileHandlers } from '../src/testing.js';

describe('the fixtures', () => {
  it('the fixtures have the types of the contract', () => {
    expectTypeOf(
      fixtures.createBooking.requests.dinner_booking_request,
    ).toEqualTypeOf<CreateBookingRequest>();
    expectTypeOf(fixtures.createBooking.responses[201].dinner_searching).toEqualTypeOf<Booking>();
    expectTypeOf(fixtures.createBooking.responses[404].store_not_found).toEqualTypeOf<
      Problems['store_not_found']
    >();
    expectTypeOf(events.bookingUpdated.dinner_event_delivered).toEqualTypeOf<BookingUpdatedEvent>();
  });
});

describe('the handlers', () => {
  const api = lastmileHandlers(http, 'https://api.example.com');

  it('the handlers have the handler type of MSW', () => {
    expectTypeOf(api.all()).toEqualTypeOf<HttpHandler[]>();
    expectTypeOf(api.getStoreInfo(304)).toEqualTypeOf<HttpHandler>();
  });

  it('the handlers accept only documented statuses and examples', () => {
    expectTypeOf(api.createBooking(404, 'store_not_found')).toEqualTypeOf<HttpHandler>();
    // @ts-expect-error not a status of this operation
    api.createBooking(410);
    // @ts-expect-error an example of another status
    api.createBooking(404, 'rate_limited');
  });
});
