import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { MockError } from '../../src/api/types.ts';
import { startMock } from '../../src/start-mock.ts';
import { startSandbox, useReceiver } from '../support/sandbox.ts';

describe('two sandboxes in one process', () => {
  it('two sandboxes in one process have independent state', async () => {
    const [one, other] = [await startSandbox(), await startSandbox()];
    const receiver = await useReceiver();
    one.mock.setWebhooks({ marketplace: { url: receiver.url } });
    one.mock.setFaults({ operations: [{ operation: 'getOrder', code: 'internal_error' }] });
    const { json: booking } = await one.book();
    const order = one.mock.createOrder();
    await one.mock.advanceClock(3600);
    expect([(await other.read(booking.id)).status, (await other.read(order.id)).status]).toEqual([
      404, 404,
    ]);
    expect(other.mock.webhooks()).toEqual({ lastmile: null, marketplace: null });
    expect(other.mock.deliveries()).toEqual([]);
    expect(other.mock.clock().now).toBe('2026-11-20T18:00:00.000Z');
    expect(other.mock.requests().map(({ status }) => status)).toEqual([404, 404]);
    await one.mock.stop();
    expect((await other.book()).status).toBe(201);
  });

  it('a second sandbox starts within 250 ms', async () => {
    await startSandbox();
    const started = performance.now();
    await startSandbox();
    expect(performance.now() - started).toBeLessThan(250);
  });
});

describe('the data option', () => {
  const loaded = async () => {
    const { book, mock, read } = await startSandbox();
    const { json } = await book();
    await mock.advanceClock(4 * 3600);
    const order = mock.createOrder();
    return {
      booking: (await read(json.id)).json as JsonObject,
      order: (await read(order.id)).json as JsonObject,
    };
  };

  it('the data option loads a booking and an order, and a reset without data loads the booking again', async () => {
    const { booking, order } = await loaded();
    const data = { lastmile: { bookings: [booking] }, marketplace: { orders: [order] } };
    const { mock, read } = await startSandbox({ data });
    expect((await read(String(booking.id))).json).toMatchObject({
      id: booking.id,
      status: booking.status,
      revision: booking.revision,
    });
    expect((await read(String(order.id))).json).toMatchObject({
      id: order.id,
      status: order.status,
    });
    mock.reset({ data: {} });
    expect((await read(String(booking.id))).status).toBe(404);
    mock.reset();
    expect((await read(String(booking.id))).status).toBe(200);
  });

  it('a reset and startMock reject invalid data with the location of the error, and the reset changes no state', async () => {
    const { booking } = await loaded();
    const { control, book, read } = await startSandbox();
    const { json } = await book();
    const wrong = { lastmile: { bookings: [{ ...booking, status: 7 }] } };
    const rejected = await control('POST', '/reset', { data: wrong });
    expect([rejected.status, rejected.json.errors[0].pointer]).toEqual([
      422,
      '/data/lastmile/bookings/0/status',
    ]);
    expect((await read(json.id)).status).toBe(200);
    await expect(startMock({ mode: 'sandbox', data: wrong })).rejects.toThrow(
      expect.objectContaining({
        name: 'MockError',
        code: 'validation_failed',
        message: expect.stringContaining('/bookings/0/status'),
      }),
    );
    await expect(startMock({ mode: 'sandbox', data: { lastmil: {} } as never })).rejects.toThrow(
      /lastmil is unknown; did you mean 'lastmile'\?$/,
    );
  });
});

describe('a reset', () => {
  it('restores the initial state, except for the webhook targets', async () => {
    const { book, mock, read } = await startSandbox();
    const before = mock.snapshot();
    const receiver = await useReceiver();
    const targets = mock.setWebhooks({ lastmile: { url: receiver.url } });
    mock.setFaults({ events: [{ event: '*', fault: 'delayed' }] });
    const { json: booking } = await book();
    mock.createOrder();
    await mock.advanceClock(60);
    mock.setClock({ speed: 7, frozen: false });
    mock.reset();
    expect((await read(booking.id)).status).toBe(404);
    expect(mock.requests()).toHaveLength(1);
    expect([mock.deliveries(), mock.faults(), mock.webhooks()]).toEqual([
      [],
      { operations: [], events: [] },
      targets,
    ]);
    expect(mock.clock()).toEqual({ now: '2026-11-20T18:00:00.000Z', speed: 1, frozen: true });
    expect(mock.snapshot()).toEqual(before);
  });

  it('cancels all scheduled tasks', async () => {
    const { book, mock } = await startSandbox();
    const receiver = await useReceiver();
    mock.setWebhooks({ lastmile: { url: receiver.url } });
    await book();
    await mock.advanceClock(0);
    const before = receiver.received.length;
    mock.reset();
    await mock.advanceClock(4 * 3600);
    expect(receiver.received.length).toBe(before);
  });
});

describe('the simulated clock', () => {
  it('runs each task at its due time during an advance', async () => {
    const { book, mock, read } = await startSandbox();
    const { json } = await book();
    await mock.advanceClock(4 * 3600);
    const { json: booking } = await read(json.id);
    expect(booking.status).toBe('delivered');
    const times = booking.history.map(({ at }: { at: string }) => at);
    expect([...times].sort()).toEqual(times);
    expect(new Set(times).size).toBe(times.length);
    expect(mock.clock().now).toBe('2026-11-20T22:00:00.000Z');
  });

  it('waits for the requests of receivers that react to events before it continues', async () => {
    const { mock, post, read } = await startSandbox();
    const receiver = await useReceiver();
    receiver.respond = async (response, count) => {
      const order = JSON.parse(receiver.received[count - 1]?.body ?? '{}').data;
      await post(`/marketplace/orders/${order.id}/acknowledge`, { result: 'succeeded' });
      await post(`/marketplace/orders/${order.id}/status`, {
        status: 'accepted',
        preparation_minutes: 10,
      });
      response.writeHead(200).end();
    };
    mock.setWebhooks({ marketplace: { url: receiver.url } });
    const { id } = mock.createOrder({ scenario: 'pickup_happy_path' });
    await mock.advanceClock(3600);
    expect(receiver.received).toHaveLength(1);
    expect((await read(id)).json.history[1]).toMatchObject({
      status: 'accepted',
      at: '2026-11-20T18:00:00.000Z',
    });
  });

  it('runs concurrent advances one after the other', async () => {
    const { mock } = await startSandbox();
    const ends = await Promise.all([
      mock.advanceClock(10),
      mock.advanceClock(20),
      mock.advanceClock(30),
    ]);
    expect(ends.map(({ now }) => now.slice(17, 19) === '00' || now.slice(17, 19))).toEqual([
      '10',
      '30',
      true,
    ]);
    expect(mock.clock().now).toBe('2026-11-20T18:01:00.000Z');
  });

  it('runs at the configured speed', async () => {
    const { book, mock, read } = await startSandbox({
      clock: { start: '2026-11-20T18:00:00Z', speed: 50_000 },
    });
    const { json } = await book();
    await expect
      .poll(async () => (await read(json.id)).json.status, { timeout: 20_000 })
      .toBe('delivered');
    expect(mock.clock()).toMatchObject({ speed: 50_000, frozen: false });
  });
});

describe('the library functions', () => {
  it('the library functions have the same effect as the control API, and throw its errors', async () => {
    const { book, mock } = await startSandbox();
    const { json } = await book();
    expect(mock.advanceBooking(json.id, 'delivered')).toMatchObject({
      id: json.id,
      status: 'delivered',
    });
    const order = mock.createOrder({ scenario: 'delivery_happy_path' });
    expect(mock.advanceOrder(order.id, 'accepted')).toMatchObject({
      id: order.id,
      status: 'accepted',
    });
    expect(mock.seed).toBe('test');
    const rejected = (act: () => unknown): unknown => {
      try {
        return act();
      } catch (error) {
        return [error instanceof MockError, (error as MockError).code];
      }
    };
    expect(rejected(() => mock.advanceBooking('bkg_none'))).toEqual([true, 'booking_not_found']);
    expect(rejected(() => mock.setClock({ speed: -1 }))).toEqual([true, 'validation_failed']);
    expect(rejected(() => mock.createOrder({ scenario: 'none' }))).toEqual([
      true,
      'validation_failed',
    ]);
    await expect(mock.advanceClock(-1)).rejects.toThrow(MockError);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ mode: 'examples', seed: 'a' }, "seed: requires mode: 'sandbox'."],
    [{ mode: 'sandbox', random: Math.random }, "random: requires mode: 'examples'."],
    [{ mode: 'sandbox', sed: 'a' }, 'sed: unknown option.'],
    [
      { mode: 'sandbox', clock: Date.now },
      'clock: expected an object with start, speed or frozen in sandbox mode.',
    ],
    [
      { mode: 'sandbox', clock: { start: 'now' } },
      'clock.start: expected a time such as 2026-11-20T18:00:00Z, not "now".',
    ],
    [{ mode: 'sandbox', clock: { pace: 2 } }, 'clock.pace: unknown option.'],
    [
      { mode: 'sandbox', maxEntries: 0 },
      'maxEntries: expected an integer from 1 to 10,000,000, not 0.',
    ],
    [
      { mode: 'sandbox', webhooks: { lastmile: { url: 'ftp://a.example' } } },
      '/lastmile/url must be an http or https URL.',
    ],
  ])('the library rejects the options %j with a MockError', async (options, message) => {
    await expect(startMock(options as never)).rejects.toThrow(
      expect.objectContaining({ name: 'MockError', message }),
    );
  });
});
