import { ApiError, ConnectionError, createLastmileClient } from '@delivery-api/lastmile-client';
import { afterEach, describe, expect, it } from 'vitest';
import { bookingRequest, direct, endAll, evening, start } from './support.ts';

afterEach(endAll);

const clientOf = (baseUrl: string, more = {}) =>
  createLastmileClient({
    baseUrl: `${baseUrl}/lastmile`,
    partnerName: 'acme',
    token: 'test_token',
    ...more,
  });
const failureOf = <Error>(promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error) => error as Error,
  );

describe('a mock that is killed under a client', () => {
  it('forgets everything, begins the same again from the same seed, and serves the same client', async () => {
    const args = [...evening, '--frozen', '--seed', 'killed'];
    const mock = await start(args);
    const client = clientOf(mock.url, { maxRetries: 0 });
    const booking = await client.createBooking(bookingRequest('one'), {
      idempotencyKey: 'key-one-1',
    });
    await mock.stop('SIGKILL');
    const gone = await failureOf<ConnectionError>(client.getBookingDetails({ id: booking.id }));
    expect(gone).toBeInstanceOf(ConnectionError);

    await start([...args, '--port', String(mock.port)]);
    const unknown = await failureOf<ApiError>(client.getBookingDetails({ id: booking.id }));
    expect([unknown.constructor, unknown.code]).toEqual([ApiError, 'booking_not_found']);
    const again = await client.createBooking(bookingRequest('one'), {
      idempotencyKey: 'key-one-1',
    });
    expect(again).toEqual(booking);
  });

  it('is waited for by a read, which then ends as if nothing had been', async () => {
    const args = [...evening, '--frozen'];
    const mock = await start(args);
    await mock.stop('SIGKILL');
    let restarted: Promise<unknown> | undefined;
    const onAttempt = (): void => {
      restarted ??= start([...args, '--port', String(mock.port)]);
    };
    const client = clientOf(mock.url, { maxRetries: 8, onAttempt });
    const store = await client.getStoreInfo({ id: 'sto_01JD3M7X9KQA' });
    await restarted;
    expect(store.id).toBe('sto_01JD3M7X9KQA');
  });

  it('that had done a write without answering does it once, when the call is repeated with the key of the error', async () => {
    const mock = await start([...evening, '--frozen']);
    const client = clientOf(mock.url, { maxRetries: 0 });
    await direct(mock, 'PUT', '/faults', {
      operations: [{ operation: 'createBooking', drop: true, times: 1 }],
    });
    const error = await failureOf<ConnectionError>(client.createBooking(bookingRequest('dropped')));
    expect(error).toBeInstanceOf(ConnectionError);
    const booking = await client.createBooking(bookingRequest('dropped'), {
      idempotencyKey: error.idempotencyKey,
    });
    const { lastmile } = await direct<{
      lastmile: { bookings: { id: string; external_reference: string }[] };
    }>(mock, 'GET', '/snapshot');
    expect(
      lastmile.bookings.filter((one) => one.external_reference === 'dropped').map(({ id }) => id),
    ).toEqual([booking.id]);
  });
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends the mock with 0 while requests are under way, and their callers know that there was no answer',
  async (signal) => {
    const mock = await start([...evening, '--frozen']);
    const client = clientOf(mock.url, { maxRetries: 0 });
    await direct(mock, 'PUT', '/faults', { operations: [{ operation: '*', latency_ms: 600_000 }] });
    const calls = [
      client.createBooking(bookingRequest('under-way')),
      client.getStoreInfo({ id: 'sto_01JD3M7X9KQA' }),
    ].map((call) => failureOf<ConnectionError>(call));
    const stream = await fetch(`${mock.url}/_sandbox/events`);
    // By the time that this is answered they are under way; one that should come later still ends
    // the same.
    await direct(mock, 'GET', '/health');
    const begun = performance.now();
    expect(await mock.stop(signal)).toBe(0);
    expect(performance.now() - begun).toBeLessThan(20_000);
    const errors = await Promise.all(calls);
    expect(errors.map((error) => error.constructor)).toEqual([ConnectionError, ConnectionError]);
    expect(errors[0]?.idempotencyKey).toMatch(/^.{8,}$/);
    await stream.text().catch(() => {});
  },
);
