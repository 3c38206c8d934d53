import { createLastmileClient, type LastmileEvent } from '@delivery-api/lastmile-client';
import { fixtures } from '@delivery-api/lastmile-client/testing';
import { type DeliveryRecord, type FaultOptions, startMock } from '@delivery-api/mock';
import { describe, expect, it, vi } from 'vitest';
import { inbox } from '../../webhooks/inbox.ts';
import { frameworks, post, secretNamed, serveReceiver } from '../support/receivers.ts';
import { afterTest } from '../support/serve.ts';

const current = secretNamed('current');
const previous = secretNamed('previous');
const deliverySteps = [
  'courier_assigned',
  'enroute_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'enroute_to_dropoff',
  'arrived_at_dropoff',
  'delivered',
];

/** Returns the injected fault and the response of each delivery attempt. */
const attemptsOf = ({ attempts }: DeliveryRecord) =>
  attempts.map(({ fault, response }) => [fault, response?.status, response?.body]);
const good = [undefined, 204, ''];
const rejected = (code: string, fault?: string) => [fault, 400, JSON.stringify({ code })];
const fail = (): never => expect.fail('The delivery does not exist.');

describe.each(frameworks)('a receiver on %s with sandbox events', (_, start) => {
  /** Starts a sandbox with a frozen clock, and a receiver for its events. Creates a booking. */
  async function startBooking(secrets: string[], faults: FaultOptions['events'] = []) {
    const handled: LastmileEvent[] = [];
    const eventInbox = inbox((event) => void handled.push(event));
    const url = await serveReceiver(await start([current, previous], eventInbox));
    const sandbox = await startMock({
      mode: 'sandbox',
      interfaces: ['lastmile'],
      seed: 'a dinner',
      clock: { start: '2026-11-20T18:00:00Z', frozen: true },
      webhooks: { lastmile: { url, secrets } },
    });
    afterTest(() => sandbox.stop());
    sandbox.setFaults({ events: faults });
    const lastmile = createLastmileClient({
      baseUrl: sandbox.lastmile,
      partnerName: 'acme',
      token: 'test_token',
    });
    const { id } = await lastmile.createBooking({
      external_reference: 'A-4712',
      pickup: { store_id: 'sto_01JD3M7X9KQA' },
      dropoff: fixtures.createBooking.requests.dinner_booking_request.dropoff,
      packages: [{ size: 'medium' }],
    });
    const deliveries = (): DeliveryRecord[] => sandbox.deliveries({ subject: id }).reverse();
    return {
      handled,
      url,
      sandbox,
      deliveries,
      /** Advances the booking by one step. */
      step: () => void sandbox.advanceBooking(id),
      /**
       * Advances the clock, and waits until the sandbox has finished `attempts` delivery attempts in
       * total. `advanceClock` waits for a limited time, which can be too short on a slow machine.
       */
      async advance(seconds: number, attempts: number): Promise<void> {
        await sandbox.advanceClock(seconds);
        await vi.waitFor(() => expect(deliveries().flatMap(attemptsOf)).toHaveLength(attempts), {
          timeout: 30_000,
        });
      },
    };
  }

  it('handles each event once if every event is sent twice', async () => {
    const { handled, deliveries, advance } = await startBooking(
      [current],
      [{ event: '*', fault: 'duplicate' }],
    );
    await advance(600, 2 * deliverySteps.length);
    expect(deliveries().map(attemptsOf)).toEqual(
      deliverySteps.map(() => [good, ['duplicate', 204, '']]),
    );
    expect(handled.map(({ data }) => data.status)).toEqual(deliverySteps);
    expect(handled).toEqual(deliveries().map(({ event }) => event));
  });

  it.each(['bad_signature', 'truncated'] as const)(
    'rejects a delivery with the %s fault and accepts its retry',
    async (fault) => {
      const { handled, deliveries, step, advance } = await startBooking(
        [current],
        [{ event: 'bookingUpdated', fault }],
      );
      step();
      await advance(0, 1);
      expect([deliveries().map(attemptsOf), handled]).toEqual([
        [[rejected('bad_signature', fault)]],
        [],
      ]);
      // The planned delay is 5 s, up to 10% shorter or longer (D-038).
      await advance(5.5, 2);
      expect(deliveries().map(attemptsOf)).toEqual([[rejected('bad_signature', fault), good]]);
      expect(handled).toEqual([deliveries()[0]?.event]);
    },
  );

  it('accepts an event that arrives after a later event', async () => {
    const { handled, step, advance } = await startBooking(
      [current],
      [{ event: 'bookingUpdated', fault: 'delayed', times: 1 }],
    );
    step();
    step();
    await advance(10, 2);
    expect(handled.map(({ data }) => data.status)).toEqual([deliverySteps[1], deliverySteps[0]]);
    expect(handled.map(({ data }) => data.revision)).toEqual([3, 2]);
  });

  it('accepts events during a rotation, and rejects an unknown secret', async () => {
    const { handled, url, sandbox, deliveries, step, advance } = await startBooking([previous]);
    const rotation = [[previous], [previous, current], [current], [secretNamed('foreign')]];
    for (const [index, secrets] of rotation.entries()) {
      sandbox.setWebhooks({ lastmile: { url, secrets } });
      step();
      await advance(0, index + 1);
    }
    expect(deliveries().map(attemptsOf)).toEqual([
      [good],
      [good],
      [good],
      [rejected('bad_signature')],
    ]);
    expect(handled).toHaveLength(3);
  });

  it('ignores a repeated delivery, and rejects a changed or stale delivery', async () => {
    const { handled, deliveries, step, advance } = await startBooking([current]);
    step();
    await advance(0, 1);
    const [
      {
        event,
        attempts: [{ request } = fail()],
      } = fail(),
    ] = deliveries();
    const replay = (change = {}) =>
      post(request.url, JSON.stringify({ ...event, ...change }), request.headers);
    expect(await replay()).toEqual({ status: 204 });
    expect(await replay({ test: false })).toEqual({ status: 400, code: 'bad_signature' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    afterTest(() => void vi.useRealTimers());
    expect(await replay()).toEqual({ status: 400, code: 'stale' });
    expect(handled).toHaveLength(1);
  });
});
