import type { StandardSchemaV1 } from '@standard-schema/spec';
import { describe, expectTypeOf, it } from 'vitest';
import { type Booking, createLastmileClient } from '../src/index.js';
import {
  bookingUpdatedEvent,
  checkResponse,
  getBookingDetailsResponse,
} from '../src/validators.js';
import type { LastmileEvent } from '../src/webhooks.js';

describe('a validator', () => {
  it('a validator is a Standard Schema with the type of the response', () => {
    const schema: StandardSchemaV1<unknown, Booking> = getBookingDetailsResponse;
    expectTypeOf<
      StandardSchemaV1.InferOutput<typeof getBookingDetailsResponse>
    >().toEqualTypeOf<Booking>();
    expectTypeOf(schema).not.toBeAny();
    // @ts-expect-error a booking is not an event
    const _: StandardSchemaV1<unknown, Booking> = bookingUpdatedEvent;
  });

  it('returns the typed value, or issues with paths', () => {
    const result = bookingUpdatedEvent['~standard'].validate({});
    if (result.issues)
      expectTypeOf(result.issues[0]?.path).toEqualTypeOf<
        readonly (string | number)[] | undefined
      >();
    else expectTypeOf(result.value).toExtend<LastmileEvent>();
  });

  it('checkResponse has the type of the client option', () => {
    createLastmileClient({ partnerName: 'acme', checkResponse });
  });
});
