import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noPostgres, PostgresServer } from '../../../../tools/postgres-server.ts';
import { type Served, startSandbox, useReceiver } from '../support/sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'delivery-store-'));
let server: PostgresServer | undefined;
let files = 0;
beforeAll(async () => {
  if (noPostgres === undefined) server = await PostgresServer.start();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const kinds = [
  { kind: 'file', create: async () => `file:${join(folder, `store-${files++}.db`)}` },
  {
    kind: 'postgres',
    create: async () => (server as PostgresServer).createDatabase(),
    missing: noPostgres,
  },
];

describe.each(kinds)('a sandbox with a $kind store', ({ create, missing }) => {
  const test = missing === undefined ? it : (name: string) => it.skip(`${name} (${missing})`);
  let store: string;
  beforeEach(async () => {
    if (missing === undefined) store = await create();
  });
  const restart = async ({ mock }: Served): Promise<Served> => {
    await mock.stop();
    return startSandbox({ store }, 'unseeded');
  };
  const team = (workspace: string) => ({ authorization: `Bearer test_${workspace}.a` });

  test('continues after a restart with the same bookings, keys, seed and clock', async () => {
    const first = await startSandbox({ store });
    const key = { 'idempotency-key': 'key-before-restart' };
    const booked = await first.book({ external_reference: 'R-1' }, key);
    await first.control('PUT', '/clock', { advance_seconds: 60 });
    const [clock, read] = [first.mock.clock(), await first.read(String(booked.json.id))];
    const second = await restart(first);
    expect(second.mock.seed).toBe('test');
    expect(second.mock.clock()).toEqual(clock);
    expect((await second.read(String(booked.json.id))).text).toBe(read.text);
    const replay = await second.book({ external_reference: 'R-1' }, key);
    expect(replay.headers['idempotency-replayed']).toBe('true');
    expect(replay.text).toBe(booked.text);
  });

  test('sends pending events after a restart with the same IDs and bytes', async () => {
    const receiver = await useReceiver();
    receiver.respond = (response) => response.writeHead(503).end();
    const webhooks = { lastmile: { url: receiver.url } };
    const first = await startSandbox({ store, webhooks });
    await first.book();
    await first.control('PUT', '/clock', { advance_seconds: 120 });
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    const before = new Map(
      receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]),
    );
    receiver.respond = (response) => response.writeHead(204).end();
    receiver.received.length = 0;
    const second = await restart(first);
    await second.control('PUT', '/clock', { advance_seconds: 600 });
    const after = new Map(
      receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]),
    );
    for (const [id, body] of before) expect(after.get(id)).toBe(body);
    expect(second.mock.deliveries({ state: 'waiting' })).toEqual([]);
  });

  test('sends pending events of a workspace after a restart, even without a request to the workspace', async () => {
    const receiver = await useReceiver();
    receiver.respond = (response) => response.writeHead(503).end();
    const webhooks = { lastmile: { url: receiver.url } };
    const clock = { speed: 1_000 };
    const first = await startSandbox({ store, webhooks, clock });
    await first.book({}, team('waiting'));
    await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await first.mock.stop();
    receiver.received.length = 0;
    receiver.respond = (response) => response.writeHead(204).end();
    await startSandbox({ store }, 'unseeded');
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(0);
  });

  test('keeps workspaces separate, and lists and deletes them', async () => {
    const first = await startSandbox({ store });
    const ids = new Map<string, string>();
    for (const name of ['one', 'two'])
      ids.set(name, String((await first.book({}, team(name))).json.id));
    const second = await restart(first);
    const read = (name: string, id: string) =>
      second.sendRequest({ path: `/lastmile/acme/get_booking_details/${id}`, headers: team(name) });
    expect((await second.control('GET', '/workspaces')).json).toMatchObject([
      { name: 'default', in_memory: true },
      { name: 'one', in_memory: false },
      { name: 'two', in_memory: false },
    ]);
    expect((await read('one', ids.get('one') ?? '')).status).toBe(200);
    expect((await read('one', ids.get('two') ?? '')).status).toBe(404);
    expect((await second.control('DELETE', '/workspaces/two')).status).toBe(200);
    const third = await restart(second);
    expect((await third.control('GET', '/workspaces')).json).toMatchObject([
      { name: 'default' },
      { name: 'one' },
    ]);
    expect(
      (
        await third.sendRequest({
          path: `/lastmile/acme/get_booking_details/${ids.get('two')}`,
          headers: team('two'),
        })
      ).status,
    ).toBe(404);
  });

  test('stores changes through the control API and the library', async () => {
    const first = await startSandbox({ store });
    const order = first.mock.createOrder();
    await first.control('PUT', '/faults', {
      operations: [{ operation: 'getOrder', code: 'internal_error', times: 1 }],
    });
    const second = await restart(first);
    expect(second.mock.faults().operations).toMatchObject([{ code: 'internal_error', times: 1 }]);
    expect((await second.read(order.id)).status).toBe(500);
    expect((await second.read(order.id)).status).toBe(200);
    second.mock.reset();
    const third = await restart(second);
    expect((await third.read(order.id)).status).toBe(404);
  });
});

describe.skipIf(noPostgres)(
  `a sandbox that loses its database${noPostgres ? ` (${noPostgres})` : ''}`,
  () => {
    it('returns a retryable 503, stores nothing, and recovers automatically', async () => {
      const own = await PostgresServer.start();
      try {
        const served = await startSandbox({ store: await own.createDatabase() });
        const before = await served.book();
        await own.kill();
        const key = { 'idempotency-key': 'key-while-it-is-lost' };
        const lost = await served.book({ external_reference: 'L-1' }, key);
        expect(lost.status).toBe(503);
        expect(lost.json).toMatchObject({ code: 'service_unavailable', retryable: true });
        expect(lost.headers['retry-after']).toBe('1');
        expect((await served.read(String(before.json.id))).status).toBe(503);
        expect((await served.control('POST', '/orders', {})).status).toBe(503);
        await own.startAgain();
        await expect.poll(async () => (await served.read(String(before.json.id))).status).toBe(200);
        const again = await served.book({ external_reference: 'L-1' }, key);
        expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, undefined]);
        expect(served.mock.seed).toBe('test');
      } finally {
        await own.stop();
      }
    });
  },
);
