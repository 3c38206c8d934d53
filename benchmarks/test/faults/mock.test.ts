import { ApiError, ConnectionError, createLastmileClient } from '@delivery-api/lastmile-client';
import { afterEach, describe, expect, it } from 'vitest';
import { bookingRequest as bookingExample, storeId } from '../../shared/contracts.ts';
import { sandboxControl } from '../../shared/sandbox-control.ts';
import { openingHours, start, stopAll } from '../support/faults.ts';

afterEach(stopAll);

const bookingRequest = (reference: string) => bookingExample(reference) as never;

const clientOf = (baseUrl: string, more = {}) =>
  createLastmileClient({
    baseUrl: `${baseUrl}/lastmile`,
    partnerName: 'acme',
    token: 'test_token',
    ...more,
  });
const errorOf = <Error>(promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => {
      throw new Error('The call succeeded.');
    },
    (error) => error as Error,
  );

describe('the client of a mock that is killed or drops a connection', () => {
  it('the client finds no earlier data after a restart, and creates the same booking with the same seed', async () => {
    const args = [...openingHours, '--frozen', '--seed', 'killed'];
    const mock = await start(args);
    const client = clientOf(mock.url, { maxRetries: 0 });
    const booking = await client.createBooking(bookingRequest('one'), {
      idempotencyKey: 'key-one-1',
    });
    await mock.stop('SIGKILL');
    const stopped = await errorOf<ConnectionError>(client.getBookingDetails({ id: booking.id }));
    expect(stopped).toBeInstanceOf(ConnectionError);

    await start([...args, '--port', String(mock.port)]);
    const unknown = await errorOf<ApiError>(client.getBookingDetails({ id: booking.id }));
    expect([unknown.constructor, unknown.code]).toEqual([ApiError, 'booking_not_found']);
    const again = await client.createBooking(bookingRequest('one'), {
      idempotencyKey: 'key-one-1',
    });
    expect(again).toEqual(booking);
  });

  it('the client retries a read of a stopped mock, and succeeds after the restart', async () => {
    const args = [...openingHours, '--frozen'];
    const mock = await start(args);
    await mock.stop('SIGKILL');
    let restarted: Promise<unknown> | undefined;
    const onAttempt = (): void => {
      restarted ??= start([...args, '--port', String(mock.port)]);
    };
    const client = clientOf(mock.url, { maxRetries: 8, onAttempt });
    const store = await client.getStoreInfo({ id: storeId });
    await restarted;
    expect(store.id).toBe(storeId);
  });

  it('the client can retry a write with the idempotency key in the error, and the write is executed once', async () => {
    const mock = await start([...openingHours, '--frozen']);
    const client = clientOf(mock.url, { maxRetries: 0 });
    await sandboxControl(mock.url)('PUT', '/faults', {
      operations: [{ operation: 'createBooking', drop: true, times: 1 }],
    });
    const error = await errorOf<ConnectionError>(client.createBooking(bookingRequest('dropped')));
    expect(error).toBeInstanceOf(ConnectionError);
    const booking = await client.createBooking(bookingRequest('dropped'), {
      idempotencyKey: error.idempotencyKey,
    });
    const { lastmile } = await sandboxControl(mock.url)<{
      lastmile: { bookings: { id: string; external_reference: string }[] };
    }>('GET', '/snapshot');
    expect(
      lastmile.bookings.filter((one) => one.external_reference === 'dropped').map(({ id }) => id),
    ).toEqual([booking.id]);
  });
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops the mock with exit code 0 during requests, and their callers get a ConnectionError',
  async (signal) => {
    const mock = await start([...openingHours, '--frozen']);
    const client = clientOf(mock.url, { maxRetries: 0 });
    await sandboxControl(mock.url)('PUT', '/faults', {
      operations: [{ operation: '*', latency_ms: 600_000 }],
    });
    const calls = [
      client.createBooking(bookingRequest('under-way')),
      client.getStoreInfo({ id: storeId }),
    ].map((call) => errorOf<ConnectionError>(call));
    const stream = await fetch(`${mock.url}/_sandbox/events`);
    // Usually, both calls have started when this request returns. A later call fails in the same way.
    await sandboxControl(mock.url)('GET', '/health');
    const startedAt = performance.now();
    expect(await mock.stop(signal)).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    const errors = await Promise.all(calls);
    expect(errors.map((error) => error.constructor)).toEqual([ConnectionError, ConnectionError]);
    expect(errors[0]?.idempotencyKey).toMatch(/^.{8,}$/);
    await stream.text().catch(() => {});
  },
);
