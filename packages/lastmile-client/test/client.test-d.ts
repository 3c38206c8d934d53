import { describe, expectTypeOf, it } from 'vitest';
import {
  type ApiError,
  type Booking,
  type CreateBookingRequest,
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
  it('accepts the partner name as an option, but not in a call', () => {
    // @ts-expect-error partnerName is missing
    createLastmileClient({ baseUrl: 'http://localhost:4010/lastmile', token: 'test_token' });
    // @ts-expect-error partner_name is bound
    lastmile.getBookingDetails({ id: 'bkg_1', partner_name: 'acme' });
  });
});

describe('a method', () => {
  it('rejects an unknown property at any level', () => {
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

  it('accepts readonly arrays, and undefined for optional properties', () => {
    const packages = [{ size: 'small', barcode: undefined }] as const;
    const contact = { name: 'Noor', phone: '+31201234567', email: undefined };
    const address = { line1: 'Prinsengracht 263', city: 'Amsterdam', country: 'NL' };
    lastmile.createBooking({
      external_reference: 'A-1042',
      pickup: { store_id: 'sto_1', address: undefined },
      dropoff: { address: { ...address, line2: undefined }, contact },
      packages,
      vehicle_types: ['bicycle'] as readonly 'bicycle'[],
      estimate_id: undefined,
    });
    const request = {} as CreateBookingRequest;
    lastmile.createBooking(request);
    // @ts-expect-error a required property
    lastmile.createBooking({ ...request, external_reference: undefined });
  });

  it('rejects an unknown or misplaced option', () => {
    // @ts-expect-error `timeout` is not an option
    lastmile.getBookingDetails({ id: 'bkg_1' }, { timeout: 1 });
    createLastmileClient({
      baseUrl: 'http://localhost:4010/lastmile',
      partnerName: 'acme',
      token: 'test_token',
      // @ts-expect-error the option is `maxRetries`
      retries: 3,
    });
    // @ts-expect-error a timeout is a number of milliseconds
    lastmile.getBookingDetails({ id: 'bkg_1' }, { timeoutMs: '1s' });
    // @ts-expect-error only the result method accepts `ifNoneMatch`
    lastmile.getBookingDetails({ id: 'bkg_1' }, { ifNoneMatch: '"a"' });
    // @ts-expect-error a read has no idempotency key
    lastmile.getBookingDetails({ id: 'bkg_1' }, { idempotencyKey: 'key-12345' });
  });

  it('resolves with the body of the success status', async () => {
    expectTypeOf(await lastmile.getBookingDetails({ id: 'bkg_1' })).toEqualTypeOf<Booking>();
  });
});

describe('a result', () => {
  it('a result is typed by status', async () => {
    const result = await lastmile.getBookingDetails.result({ id: 'bkg_1' });
    if (result.ok) {
      expectTypeOf(result.status).toEqualTypeOf<200>();
      expectTypeOf(result.data).toEqualTypeOf<Booking>();
    } else if (result.status === 404) {
      expectTypeOf(result.problem.code).toEqualTypeOf<
        'booking_not_found' | 'path_not_found' | 'unexpected_response'
      >();
    }
  });

  it('narrows a problem on its code to the members of the code', async () => {
    const result = await lastmile.createBooking.result({
      external_reference: 'A-1042',
      pickup: { store_id: 'sto_1' },
      dropoff: { store_id: 'sto_2' },
      packages: [{ size: 'small' }],
    });
    if (result.status === 409 && result.problem.code === 'duplicate_external_reference')
      expectTypeOf<undefined>().not.toExtend<typeof result.problem.existing_booking_id>();
    if (result.ok) expectTypeOf(result.status).toEqualTypeOf<201>();
  });

  it('a result can be NotModified only for a read with ifNoneMatch', async () => {
    const plain = await lastmile.getBookingDetails.result({ id: 'bkg_1' });
    const conditional = await lastmile.getBookingDetails.result(
      { id: 'bkg_1' },
      { ifNoneMatch: '"a"' },
    );
    expectTypeOf<Extract<typeof plain, NotModified>>().toEqualTypeOf<never>();
    expectTypeOf<Extract<typeof conditional, NotModified>>().toEqualTypeOf<NotModified>();
  });
});

describe('isProblem of a method', () => {
  const caught: unknown = undefined;

  it('narrows to the problems of the operation', () => {
    if (lastmile.createBooking.isProblem(caught, 'duplicate_external_reference')) {
      expectTypeOf(caught.code).toEqualTypeOf<'duplicate_external_reference'>();
      expectTypeOf(caught.problem.existing_booking_id).toExtend<string>();
    }
    if (lastmile.getStoreInfo.isProblem(caught)) {
      expectTypeOf<'store_not_found'>().toExtend<typeof caught.code>();
      expectTypeOf<string>().not.toExtend<typeof caught.code>();
    }
  });

  it('accepts only codes of the operation', () => {
    // @ts-expect-error a code of another operation
    lastmile.getStoreInfo.isProblem(caught, 'duplicate_external_reference');
    // @ts-expect-error a misspelled code
    lastmile.createBooking.isProblem(caught, 'duplicate_external_refrence');
  });
});

describe('isLastmileProblem', () => {
  const caught: unknown = undefined;

  it('narrows to the members of the given code', () => {
    if (isLastmileProblem(caught, 'duplicate_external_reference')) {
      expectTypeOf(caught).toEqualTypeOf<ApiError<Problems['duplicate_external_reference']>>();
      expectTypeOf(caught.code).toEqualTypeOf<'duplicate_external_reference'>();
      expectTypeOf(caught.problem.existing_booking_id).toExtend<string>();
    }
  });

  it('narrows on the code of the error if no code is given', () => {
    if (isLastmileProblem(caught)) {
      expectTypeOf(caught.code).toEqualTypeOf<KnownProblemCode>();
      if (caught.code === 'duplicate_external_reference')
        expectTypeOf(caught.problem.existing_booking_id).toExtend<string>();
      if (caught.code === 'insufficient_permission')
        expectTypeOf(caught.problem.required_permission).toExtend<string>();
    }
  });

  it('accepts only codes of its own interface', () => {
    // @ts-expect-error a code of the other interface
    isLastmileProblem(caught, 'order_not_found');
  });
});
