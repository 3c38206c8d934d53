import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookDelivery } from '@delivery-api/specs/contract';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendWebhook } from '../../../mock/src/http/webhook-sender.ts';
import { realClock, SandboxClock } from '../../src/kernel/clock.ts';
import { idMaker, Random } from '../../src/kernel/random.ts';
import { Scheduler } from '../../src/kernel/scheduler.ts';
import { Store } from '../../src/kernel/store.ts';
import { Dispatcher } from '../../src/webhooks/dispatcher.ts';
import { retryAfter } from '../../src/webhooks/retry-after.ts';
import { isSecret } from '../../src/webhooks/sign.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const schedule: WebhookDelivery = {
  timeout_seconds: 1,
  delays_seconds: [0, 5, 300],
  until: 'exhausted',
  test_vector: {} as never,
};

interface Received {
  headers: Record<string, string>;
  body: string;
}

let server: Server;
let received: Received[];
let answer: (response: ServerResponse, count: number) => void;
let clock: SandboxClock;
let dispatcher: Dispatcher;

function createDispatcher(plan = schedule): Dispatcher {
  const store = new Store();
  return new Dispatcher({
    name: 'lastmile',
    clock,
    wall: realClock,
    store,
    scheduler: new Scheduler(clock, store),
    schedule: plan,
    newId: idMaker(new Random('d')),
    sender: sendWebhook,
  });
}

beforeEach(async () => {
  received = [];
  answer = (response) => response.writeHead(204).end();
  server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      answer(response, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  clock = new SandboxClock({ start: Date.parse('2026-11-20T18:00:00Z'), frozen: true });
  dispatcher = createDispatcher();
  dispatcher.register({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    secrets: [secret],
  });
});
afterEach(async () => {
  clock.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const event = (id: string) => ({
  id,
  type: 'bookingUpdated',
  occurred_at: clock.instant(),
  data: { revision: 1 },
});
const advance = (seconds: number) => clock.advance(seconds * 1000, () => dispatcher.settle());

describe('an event', () => {
  it('arrives signed, so that an independent library takes it', async () => {
    dispatcher.send(event('evt_1'), 'bkg_1');
    await dispatcher.settle();
    const [one] = received as [Received];
    expect(new Webhook(secret).verify(one.body, one.headers)).toMatchObject({ id: 'evt_1' });
    expect(dispatcher.deliveries[0]).toMatchObject({
      state: 'received',
      attempts: [{ number: 1, status: 204 }],
    });
  });

  it('is signed once for each secret while one is being rotated', async () => {
    const next = 'whsec_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9v';
    dispatcher.register({ ...(dispatcher.target as { url: string }), secrets: [secret, next] });
    dispatcher.send(event('evt_1'), 'bkg_1');
    await dispatcher.settle();
    const [one] = received as [Received];
    for (const either of [secret, next])
      expect(() => new Webhook(either).verify(one.body, one.headers)).not.toThrow();
  });

  it('is repeated after each wait of the plan with the same id and bytes, until the plan is used up', async () => {
    answer = (response) => response.writeHead(500).end();
    dispatcher.send(event('evt_1'), 'bkg_1');
    await dispatcher.settle();
    await advance(4);
    expect(received.length).toBe(1);
    await advance(1);
    expect(received.length).toBe(2);
    await advance(1000);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
      'evt_1',
      'evt_1',
      'evt_1',
    ]);
    const [delivery] = dispatcher.deliveries;
    expect(delivery?.state).toBe('given_up');
    expect(delivery?.attempts.map(({ at }) => at)).toEqual([
      '2026-11-20T18:00:00.000Z',
      '2026-11-20T18:00:05.000Z',
      '2026-11-20T18:05:05.000Z',
    ]);
  });

  it('goes on at the last wait until its deadline, where the contract says so', async () => {
    dispatcher = createDispatcher({ ...schedule, delays_seconds: [0, 10, 60], until: 'accept_by' });
    dispatcher.register({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
      secrets: [secret],
    });
    answer = (response) => response.writeHead(503).end();
    dispatcher.send(event('evt_1'), 'ord_1', { until: clock.now() + 600_000 });
    await dispatcher.settle();
    await advance(3600);
    const times = dispatcher.deliveries[0]?.attempts.map(
      ({ at }) => (Date.parse(at) - Date.parse('2026-11-20T18:00:00Z')) / 1000,
    );
    expect(times).toEqual([0, 10, 70, 130, 190, 250, 310, 370, 430, 490, 550]);
  });

  it('waits as Retry-After says', async () => {
    answer = (response, count) =>
      (count === 1
        ? response.writeHead(429, { 'retry-after': '42' })
        : response.writeHead(200)
      ).end();
    dispatcher.send(event('evt_1'), 'bkg_1');
    await dispatcher.settle();
    await advance(41);
    expect(received.length).toBe(1);
    await advance(1);
    expect(dispatcher.deliveries[0]?.state).toBe('received');
  });

  it('is not sent for ever to a receiver that always asks to wait', async () => {
    answer = (response) => response.writeHead(429, { 'retry-after': '2' }).end();
    dispatcher.send(event('evt_1'), 'bkg_1');
    await dispatcher.settle();
    await advance(100);
    expect(dispatcher.deliveries[0]).toMatchObject({
      state: 'given_up',
      attempts: { length: schedule.delays_seconds.length },
    });
  });

  it('sent once more by hand keeps to its schedule otherwise', async () => {
    answer = (response) => response.writeHead(500).end();
    const { id } = dispatcher.send(event('evt_1'), 'bkg_1');
    await dispatcher.settle();
    dispatcher.redeliver(id);
    await dispatcher.settle();
    expect([received.length, dispatcher.deliveries[0]?.state]).toEqual([2, 'waiting']);
    await advance(10_000);
    expect(received.length).toBe(1 + schedule.delays_seconds.length);
    expect(dispatcher.deliveries[0]?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  it('ends at once when it is not needed any more, or when the sandbox ends', async () => {
    answer = (response) => response.writeHead(500).end();
    dispatcher.send(event('evt_1'), 'bkg_1');
    await dispatcher.settle();
    dispatcher.stop('evt_1');
    await advance(10_000);
    expect([received.length, dispatcher.deliveries[0]?.state]).toEqual([1, 'stopped']);
    answer = () => {};
    dispatcher.send(event('evt_2'), 'bkg_1');
    const started = performance.now();
    dispatcher.close(true);
    await dispatcher.settle();
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('is forgotten when ten thousand others have ended after it, unless it still waits', async () => {
    answer = (response) => response.writeHead(500).end();
    dispatcher.send(event('evt_waits'), 'bkg_1');
    await dispatcher.settle();
    const target = dispatcher.target;
    dispatcher.register(undefined);
    for (let count = 0; count < 10_050; count++) dispatcher.send(event(`evt_${count}`), 'bkg_1');
    dispatcher.register(target);
    const ids = dispatcher.deliveries.map(({ eventId }) => eventId);
    expect([ids.length, ids[0], ids[1]]).toEqual([10_001, 'evt_waits', 'evt_50']);
  });

  it('is the last one after 410', async () => {
    answer = (response) => response.writeHead(410).end();
    dispatcher.send(event('evt_1'), 'bkg_1');
    await dispatcher.settle();
    dispatcher.send(event('evt_2'), 'bkg_1');
    await advance(10_000);
    expect(dispatcher.deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual([
      ['stopped', 1],
      ['untargeted', 0],
    ]);
  });

  it('follows no redirect', async () => {
    answer = (response) => response.writeHead(302, { location: '/elsewhere' }).end();
    dispatcher.send(event('evt_1'), 'bkg_1');
    await dispatcher.settle();
    expect(received.length).toBe(1);
    expect(dispatcher.deliveries[0]?.attempts[0]?.status).toBe(302);
  });

  it('never waits for a receiver that hangs', async () => {
    answer = () => {};
    const started = performance.now();
    dispatcher.send(event('evt_1'), 'bkg_1');
    expect(performance.now() - started).toBeLessThan(100);
    expect(await dispatcher.settle(50)).toBe(false);
    expect(await dispatcher.settle(5_000)).toBe(true);
    expect(dispatcher.deliveries[0]?.attempts[0]?.error).toBe('no answer within 1 seconds');
  });

  it('can be sent once more, whatever became of it', async () => {
    const { id } = dispatcher.send(event('evt_1'), 'bkg_1');
    await dispatcher.settle();
    expect(dispatcher.redeliver(id)?.eventId).toBe('evt_1');
    await dispatcher.settle();
    expect(received.map(({ body }) => body)).toEqual([received[0]?.body, received[0]?.body]);
    expect(dispatcher.redeliver('dlv_none')).toBeUndefined();
  });
});

describe('a fault', () => {
  it('duplicate sends the same bytes twice', async () => {
    dispatcher.send(event('evt_1'), 'bkg_1', { faults: ['duplicate'] });
    await dispatcher.settle();
    expect(received.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual([
      ['evt_1', received[0]?.body],
      ['evt_1', received[0]?.body],
    ]);
  });

  it('out of order lets the next event overtake', async () => {
    dispatcher.send(event('evt_1'), 'bkg_1', { faults: ['out_of_order'] });
    const answers: (() => void)[] = [];
    answer = (response) => void answers.push(() => response.writeHead(204).end());
    dispatcher.send(event('evt_2'), 'bkg_1');
    await expect.poll(() => answers.length).toBe(1);
    // However long its receiver thinks: until that, the other one waits.
    await clock.advance(1_000);
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_2']);
    answer = (response) => response.writeHead(204).end();
    answers[0]?.();
    await dispatcher.settle();
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_2', 'evt_1']);
    await advance(10);
    expect(received.length).toBe(2);
  });

  it('out of order is sent all the same when no other event follows', async () => {
    dispatcher.send(event('evt_1'), 'bkg_1', { faults: ['out_of_order'] });
    await advance(5);
    expect(dispatcher.deliveries[0]?.state).toBe('received');
  });

  it.each(['bad_signature', 'truncated'] as const)(
    '%s makes the first attempt fail verification, and the next one good',
    async (fault) => {
      answer = (response, count) => response.writeHead(count === 1 ? 400 : 204).end();
      dispatcher.send(event('evt_1'), 'bkg_1', { faults: [fault] });
      await dispatcher.settle();
      await advance(5);
      const [first, second] = received as [Received, Received];
      expect(() => new Webhook(secret).verify(first.body, first.headers)).toThrow();
      expect(() => new Webhook(secret).verify(second.body, second.headers)).not.toThrow();
    },
  );

  it('delayed holds it back', async () => {
    dispatcher.send(event('evt_1'), 'bkg_1', { faults: ['delayed'] });
    await advance(9);
    expect(received.length).toBe(0);
    await advance(1);
    expect(received.length).toBe(1);
  });
});

describe('many events at once', () => {
  it('use a hundred connections, and all arrive', async () => {
    const held: ServerResponse[] = [];
    answer = (response) => held.push(response);
    for (let count = 0; count < 350; count++) dispatcher.send(event(`evt_${count}`), 'bkg_1');
    await expect.poll(() => held.length).toBeGreaterThanOrEqual(100);
    expect(await dispatcher.settle(50)).toBe(false);
    expect(held.length).toBe(100);
    answer = (response) => response.writeHead(204).end();
    for (const response of held) response.writeHead(204).end();
    expect(await dispatcher.settle(10_000)).toBe(true);
    expect(received.length).toBe(350);
  });
});

it.each<[string | undefined, number | undefined]>([
  [undefined, undefined],
  ['0', undefined],
  ['7', 7],
  ['86400', 3600],
  ['soon', undefined],
  ['Fri, 20 Nov 2026 18:00:30 GMT', 30],
  ['Fri, 20 Nov 2026 17:59:30 GMT', undefined],
])('Retry-After %s asks for %s seconds', (header, seconds) => {
  expect(retryAfter(header, Date.parse('2026-11-20T18:00:00Z'))).toBe(seconds);
});

it.each([
  [secret, true],
  ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', false],
  ['whsec_c2hvcnQ=', false],
  [`whsec_${'A'.repeat(100)}`, false],
])('a secret %s is usable: %s', (text, usable) => {
  expect(isSecret(text)).toBe(usable);
});
