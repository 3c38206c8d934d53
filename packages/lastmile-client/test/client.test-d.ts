import { describe, expectTypeOf, it } from 'vitest';
import {
  type ApiError,
  type Booking,
  createLastmileClient,
  isLastmileProblem,
  type KnownProblemCode,
  type NotModified,
  type Problems,
} from '../src/index.js';

const lastmile = createLastmileClient({
  baseUrl: 'http://localhost:4010/lastmile',
  partnerName: 'acme',
  token: 'test_token',
});

describe('the client', () => {
  it('needs the partner name once, and not again in each call', () => {
    // @ts-expect-error partnerName is missing
    createLastmileClient({ baseUrl: 'http://localhost:4010/lastmile', token: 'test_token' });
    // @ts-expect-error partner_name is bound
    lastmile.getBookingDetails({ id: 'bkg_1', partner_name: 'acme' });
  });
});

describe('a method', () => {
  it('refuses an unknown property, at any level', () => {
    // @ts-expect-error `booking` is not in the contract
    lastmile.getBookingDetails({ id: 'bkg_1', booking: 'bkg_1' });
    const address = { line1: 'Prinsengracht 263', city: 'Amsterdam', country: 'NL' };
    lastmile.createBooking({
      external_reference: 'A-1042',
      pickup: { store_id: 'sto_1' },
      dropoff: {
        // @ts-expect-error `floor` is not in the contract
        address: { ...address, floor: '3' },
        contact: { name: 'Noor', phone: '+31201234567' },
      },
      packages: [{ size: 'small' }],
    });
  });

  it('refuses an unknown or misplaced option', () => {
    // @ts-expect-error there is no such option
    lastmile.getBookingDetails({ id: 'bkg_1' }, { timeout: 1 });
    createLastmileClient({
      baseUrl: 'http://localhost:4010/lastmile',
      partnerName: 'acme',
      token: 'test_token',
      // @ts-expect-error it is spelled maxRetries
      retries: 3,
    });
    // @ts-expect-error a time-out is a number of milliseconds
    lastmile.getBookingDetails({ id: 'bkg_1' }, { timeoutMs: '1s' });
    // @ts-expect-error a conditional read is for the result form
    lastmile.getBookingDetails({ id: 'bkg_1' }, { ifNoneMatch: '"a"' });
    // @ts-expect-error a read carries no key
    lastmile.getBookingDetails({ id: 'bkg_1' }, { idempotencyKey: 'key-12345' });
  });

  it('gives the body of the success status', async () => {
    expectTypeOf(await lastmile.getBookingDetails({ id: 'bkg_1' })).toEqualTypeOf<Booking>();
  });
});

describe('a result', () => {
  it('is typed by status', async () => {
    const answer = await lastmile.getBookingDetails.result({ id: 'bkg_1' });
    if (answer.ok) {
      expectTypeOf(answer.status).toEqualTypeOf<200>();
      expectTypeOf(answer.data).toEqualTypeOf<Booking>();
    } else if (answer.status === 404) {
      expectTypeOf(answer.problem.code).toEqualTypeOf<
        'booking_not_found' | 'path_not_found' | 'unexpected_answer'
      >();
    }
  });

  it('narrows a problem on its code to what that code carries', async () => {
    const answer = await lastmile.createBooking.result({
      external_reference: 'A-1042',
      pickup: { store_id: 'sto_1' },
      dropoff: { store_id: 'sto_2' },
      packages: [{ size: 'small' }],
    });
    if (answer.status === 409 && answer.problem.code === 'duplicate_external_reference')
      expectTypeOf<undefined>().not.toExtend<typeof answer.problem.existing_booking_id>();
    if (answer.ok) expectTypeOf(answer.status).toEqualTypeOf<201>();
  });

  it('of a read can be "not modified" only when a tag was given', async () => {
    const plain = await lastmile.getBookingDetails.result({ id: 'bkg_1' });
    const conditional = await lastmile.getBookingDetails.result(
      { id: 'bkg_1' },
      { ifNoneMatch: '"a"' },
    );
    expectTypeOf<Extract<typeof plain, NotModified>>().toEqualTypeOf<never>();
    expectTypeOf<Extract<typeof conditional, NotModified>>().toEqualTypeOf<NotModified>();
  });
});

describe('the guard of a caught error', () => {
  const caught: unknown = undefined;

  it('gives what the code carries', () => {
    if (isLastmileProblem(caught, 'duplicate_external_reference')) {
      expectTypeOf(caught).toEqualTypeOf<ApiError<Problems['duplicate_external_reference']>>();
      expectTypeOf(caught.code).toEqualTypeOf<'duplicate_external_reference'>();
      expectTypeOf(caught.problem.existing_booking_id).toExtend<string>();
    }
  });

  it('narrows on the code of the error when none is given', () => {
    if (isLastmileProblem(caught)) {
      expectTypeOf(caught.code).toEqualTypeOf<KnownProblemCode>();
      if (caught.code === 'duplicate_external_reference')
        expectTypeOf(caught.problem.existing_booking_id).toExtend<string>();
      if (caught.code === 'insufficient_permission')
        expectTypeOf(caught.problem.required_permission).toExtend<string>();
    }
  });

  it('knows the codes of its own interface only', () => {
    // @ts-expect-error a code of the other interface
    isLastmileProblem(caught, 'order_not_found');
  });
});
