import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type DispatcherSetup,
  type Received,
  schedule,
  secret,
  useDispatcher,
} from '../support/dispatcher.ts';

const fixture = useDispatcher();
let setup: DispatcherSetup;
beforeEach(() => {
  setup = fixture.current;
});

describe('a dispatcher', () => {
  it('signs events so that an independent library accepts them', async () => {
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    const [one] = setup.received as [Received];
    expect(new Webhook(secret).verify(one.body, one.headers)).toMatchObject({ id: 'evt_1' });
    expect(setup.dispatcher.deliveries[0]).toMatchObject({
      state: 'received',
      attempts: [{ number: 1, status: 204 }],
    });
  });

  it('signs an event with each secret during a rotation', async () => {
    const next = 'whsec_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9v';
    setup.dispatcher.register({
      ...(setup.dispatcher.target as { url: string }),
      secrets: [secret, next],
    });
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    const [one] = setup.received as [Received];
    for (const either of [secret, next])
      expect(() => new Webhook(either).verify(one.body, one.headers)).not.toThrow();
  });

  it('retries a failed delivery with the same event ID and body after each delay, until the schedule ends', async () => {
    setup.respond = (response) => response.writeHead(500).end();
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    await setup.advance(4);
    expect(setup.received.length).toBe(1);
    await setup.advance(2);
    expect(setup.received.length).toBe(2);
    await setup.advance(1000);
    expect(new Set(setup.received.map(({ body }) => body)).size).toBe(1);
    expect(setup.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      'evt_1',
      'evt_1',
      'evt_1',
    ]);
    const [delivery] = setup.dispatcher.deliveries;
    expect(delivery?.state).toBe('given_up');
    const [first, second, third] = (delivery?.attempts ?? []).map(({ at }) => Date.parse(at));
    expect(first).toBe(Date.parse('2026-11-20T18:00:00Z'));
    expect(Math.abs(Number(second) - Number(first) - 5_000)).toBeLessThanOrEqual(500);
    expect(Math.abs(Number(third) - Number(second) - 300_000)).toBeLessThanOrEqual(30_000);
  });

  it('repeats the last delay until the deadline of the event if the contract sets a deadline', async () => {
    setup.dispatcher = setup.createDispatcher({
      ...schedule,
      delays_seconds: [0, 10, 60],
      until: 'accept_by',
    });
    setup.dispatcher.register({
      url: setup.url,
      secrets: [secret],
    });
    setup.respond = (response) => response.writeHead(503).end();
    setup.dispatcher.send(setup.event('evt_1'), 'ord_1', { until: setup.clock.now() + 600_000 });
    await setup.dispatcher.settle();
    await setup.advance(3600);
    const times = setup.dispatcher.deliveries[0]?.attempts.map(
      ({ at }) => (Date.parse(at) - Date.parse('2026-11-20T18:00:00Z')) / 1000,
    );
    expect(times).toEqual([0, 10, 70, 130, 190, 250, 310, 370, 430, 490, 550]);
  });

  it('waits for the duration in Retry-After when it is longer than the planned delay', async () => {
    setup.respond = (response, count) =>
      (count === 1
        ? response.writeHead(429, { 'retry-after': '42' })
        : response.writeHead(200)
      ).end();
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    await setup.advance(41);
    expect(setup.received.length).toBe(1);
    await setup.advance(1);
    expect(setup.dispatcher.deliveries[0]?.state).toBe('received');
  });

  it('waits for the planned delay when Retry-After is shorter', async () => {
    setup.respond = (response) => response.writeHead(429, { 'retry-after': '2' }).end();
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    await setup.advance(100);
    expect(setup.dispatcher.deliveries[0]).toMatchObject({
      state: 'waiting',
      attempts: { length: 2 },
    });
    await setup.advance(300);
    expect(setup.dispatcher.deliveries[0]).toMatchObject({
      state: 'given_up',
      attempts: { length: schedule.delays_seconds.length },
    });
  });

  it('keeps the schedule of an event that is redelivered', async () => {
    setup.respond = (response) => response.writeHead(500).end();
    const { id } = setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    setup.dispatcher.redeliver(id);
    await setup.dispatcher.settle();
    expect([setup.received.length, setup.dispatcher.deliveries[0]?.state]).toEqual([2, 'waiting']);
    await setup.advance(10_000);
    expect(setup.received.length).toBe(1 + schedule.delays_seconds.length);
    expect(setup.dispatcher.deliveries[0]?.attempts.map(({ number }) => number)).toEqual([
      1, 2, 3, 4,
    ]);
  });

  it('ends a delivery when its event is stopped, and aborts attempts when the dispatcher is closed', async () => {
    setup.respond = (response) => response.writeHead(500).end();
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    setup.dispatcher.stop('evt_1');
    await setup.advance(10_000);
    expect([setup.received.length, setup.dispatcher.deliveries[0]?.state]).toEqual([1, 'stopped']);
    setup.respond = () => {};
    setup.dispatcher.send(setup.event('evt_2'), 'bkg_1');
    const started = performance.now();
    setup.dispatcher.close(true);
    await setup.dispatcher.settle();
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('evicts the oldest ended deliveries when more than 10,000 deliveries have ended', async () => {
    setup.respond = (response) => response.writeHead(500).end();
    setup.dispatcher.send(setup.event('evt_waits'), 'bkg_1');
    await setup.dispatcher.settle();
    const target = setup.dispatcher.target;
    setup.dispatcher.register(undefined);
    for (let count = 0; count < 10_050; count++)
      setup.dispatcher.send(setup.event(`evt_${count}`), 'bkg_1');
    setup.dispatcher.register(target);
    const ids = setup.dispatcher.deliveries.map(({ eventId }) => eventId);
    expect([ids.length, ids[0], ids[1]]).toEqual([10_001, 'evt_waits', 'evt_50']);
  });

  it('removes the target after a 410 response', async () => {
    setup.respond = (response) => response.writeHead(410).end();
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    setup.dispatcher.send(setup.event('evt_2'), 'bkg_1');
    await setup.advance(10_000);
    expect(
      setup.dispatcher.deliveries.map(({ state, attempts }) => [state, attempts.length]),
    ).toEqual([
      ['stopped', 1],
      ['untargeted', 0],
    ]);
  });

  it('does not follow redirects', async () => {
    setup.respond = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    expect(setup.received.length).toBe(1);
    expect(setup.dispatcher.deliveries[0]?.attempts[0]?.status).toBe(302);
  });

  it('sends an event without waiting for the receiver, and reports a missing response', async () => {
    setup.respond = () => {};
    const started = performance.now();
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    expect(performance.now() - started).toBeLessThan(100);
    expect(await setup.dispatcher.settle(50)).toBe(false);
    expect(await setup.dispatcher.settle(5_000)).toBe(true);
    expect(setup.dispatcher.deliveries[0]?.attempts[0]?.error).toBe(
      'no complete response within 1 s',
    );
  });

  it('redelivers an event that was received', async () => {
    const { id } = setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    expect(setup.dispatcher.redeliver(id).map(({ eventId }) => eventId)).toEqual(['evt_1']);
    await setup.dispatcher.settle();
    expect(setup.received.map(({ body }) => body)).toEqual([
      setup.received[0]?.body,
      setup.received[0]?.body,
    ]);
    expect(setup.dispatcher.redeliver('dlv_none')).toEqual([]);
  });
});

describe('several targets', () => {
  it('every event is sent to each of several targets, with a separate schedule for each target', async () => {
    setup.dispatcher.register({ url: `${setup.url}/second`, secrets: [secret] }, 'rcv_1');
    setup.respond = (response, count) => response.writeHead(count === 1 ? 500 : 204).end();
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    const states = () =>
      setup.dispatcher
        .find('evt_1')
        .map(({ target, state, attempts }) => [target, state, attempts.length]);
    expect(
      states()
        .map(([, state]) => state)
        .sort(),
    ).toEqual(['received', 'waiting']);
    await setup.advance(10);
    expect(states().map(([target, state]) => [target, state])).toEqual([
      ['main', 'received'],
      ['rcv_1', 'received'],
    ]);
    expect(states().reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(3);
  });

  it('a 410 response removes only the target that returned it', async () => {
    setup.dispatcher.register({ url: `${setup.url}/second`, secrets: [secret] }, 'rcv_1');
    setup.respond = (response, count) => response.writeHead(count === 1 ? 410 : 204).end();
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1');
    await setup.dispatcher.settle();
    expect(setup.dispatcher.targets.length).toBe(1);
    expect(
      setup.dispatcher
        .find('evt_1')
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['received', 'stopped']);
  });
});

describe('the connection limit', () => {
  it('allows 100 connections at a time, and sends the other events later', async () => {
    const held: ServerResponse[] = [];
    setup.respond = (response) => held.push(response);
    for (let count = 0; count < 350; count++)
      setup.dispatcher.send(setup.event(`evt_${count}`), 'bkg_1');
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(100);
    expect(await setup.dispatcher.settle(50)).toBe(false);
    expect(held.length).toBe(100);
    setup.respond = (response) => response.writeHead(204).end();
    for (const response of held) response.writeHead(204).end();
    expect(await setup.dispatcher.settle(10_000)).toBe(true);
    expect(setup.received.length).toBe(350);
  });
});
