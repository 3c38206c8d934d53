import { createLastmileClient, type LastmileEvent } from '@delivery-api/lastmile-client';
import { fixtures } from '@delivery-api/lastmile-client/testing';
import { type DeliveryRecord, type FaultWishes, startMock } from '@delivery-api/mock';
import { describe, expect, it, vi } from 'vitest';
import { inbox } from '../../webhooks/inbox.ts';
import { atTheEnd, frameworks, post, secretNamed, served } from './receivers.ts';

const current = secretNamed('current');
const previous = secretNamed('previous');
const dinner = [
  'courier_assigned',
  'enroute_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'enroute_to_dropoff',
  'arrived_at_dropoff',
  'delivered',
];

/**
 * How the first attempts of an event ended: what was wrong with each on purpose, and what the
 * receiver answered.
 */
const attemptsOf = ({ attempts }: DeliveryRecord) =>
  attempts.map(({ fault, answer }) => [fault, answer?.status, answer?.body]);
const good = [undefined, 204, ''];
const refused = (code: string, fault?: string) => [fault, 400, JSON.stringify({ code })];
const fail = (): never => expect.fail('There is no such delivery.');

describe.each(frameworks)('a receiver on %s, with events of the sandbox', (_, start) => {
  /** A sandbox whose time stands still, a receiver of its events, and one booking. */
  async function booked(secrets: string[], faults: FaultWishes['events'] = []) {
    const handled: LastmileEvent[] = [];
    const taken = inbox((event) => void handled.push(event));
    const url = await served(await start([current, previous], taken));
    const sandbox = await startMock({
      mode: 'sandbox',
      interfaces: ['lastmile'],
      seed: 'a dinner',
      clock: { start: '2026-11-20T18:00:00Z', frozen: true },
      webhooks: { lastmile: { url, secrets } },
    });
    atTheEnd(() => sandbox.stop());
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
      /** Lets the courier take one step. */
      step: () => void sandbox.advanceBooking(id),
      /**
       * Lets time pass until so many attempts have been answered. The sandbox waits for a receiver
       * itself, but on a slow machine not long enough.
       */
      async pass(seconds: number, attempts: number): Promise<void> {
        await sandbox.advanceClock(seconds);
        await vi.waitFor(() => expect(deliveries().flatMap(attemptsOf)).toHaveLength(attempts), {
          timeout: 30_000,
        });
      },
    };
  }

  it('takes each event of a booking once, though every one is sent twice', async () => {
    const { handled, deliveries, pass } = await booked(
      [current],
      [{ event: '*', fault: 'duplicate' }],
    );
    await pass(600, 2 * dinner.length);
    expect(deliveries().map(attemptsOf)).toEqual(dinner.map(() => [good, ['duplicate', 204, '']]));
    expect(handled.map(({ data }) => data.status)).toEqual(dinner);
    expect(handled).toEqual(deliveries().map(({ event }) => event));
  });

  it.each(['bad_signature', 'truncated'] as const)(
    'refuses an attempt with the fault %s, and takes the next one',
    async (fault) => {
      const { handled, deliveries, step, pass } = await booked(
        [current],
        [{ event: 'bookingUpdated', fault }],
      );
      step();
      await pass(0, 1);
      expect([deliveries().map(attemptsOf), handled]).toEqual([
        [[refused('bad_signature', fault)]],
        [],
      ]);
      await pass(5, 2);
      expect(deliveries().map(attemptsOf)).toEqual([[refused('bad_signature', fault), good]]);
      expect(handled).toEqual([deliveries()[0]?.event]);
    },
  );

  it('takes an event that comes late, and was overtaken by the next', async () => {
    const { handled, step, pass } = await booked(
      [current],
      [{ event: 'bookingUpdated', fault: 'delayed', times: 1 }],
    );
    step();
    step();
    await pass(10, 2);
    expect(handled.map(({ data }) => data.status)).toEqual([dinner[1], dinner[0]]);
    expect(handled.map(({ data }) => data.revision)).toEqual([3, 2]);
  });

  it('takes events all through a rotation, and none that another secret has signed', async () => {
    const { handled, url, sandbox, deliveries, step, pass } = await booked([previous]);
    const turns = [[previous], [previous, current], [current], [secretNamed('foreign')]];
    for (const [index, secrets] of turns.entries()) {
      sandbox.setWebhooks({ lastmile: { url, secrets } });
      step();
      await pass(0, index + 1);
    }
    expect(deliveries().map(attemptsOf)).toEqual([
      [good],
      [good],
      [good],
      [refused('bad_signature')],
    ]);
    expect(handled).toHaveLength(3);
  });

  it('takes no replay for a new event, none that was tampered with, and none at all once it is stale', async () => {
    const { handled, deliveries, step, pass } = await booked([current]);
    step();
    await pass(0, 1);
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
    atTheEnd(() => void vi.useRealTimers());
    expect(await replay()).toEqual({ status: 400, code: 'stale' });
    expect(handled).toHaveLength(1);
  });
});
