import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../tools/free-port.ts';
import { noPostgres, PostgresServer } from '../../../../tools/postgres-server.ts';
import { end } from '../support/command.ts';
import { type Served, startSandbox, useReceiver } from '../support/sandbox.ts';
import { started } from '../support/use-command.ts';

const secret = 'the-secret-of-the-test-cluster';
const team = (workspace: string) => ({ authorization: `Bearer test_${workspace}.a` });

describe.skipIf(noPostgres)(
  `replicas with one PostgreSQL store${noPostgres ? ` (${noPostgres})` : ''}`,
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start();
    });
    afterAll(() => server?.stop());

    /** Starts a replica in this process, on a port chosen in advance for its advertised URL. */
    const startReplica = async (store: string): Promise<Served> => {
      const port = await freePort();
      const cluster = { advertiseUrl: `http://127.0.0.1:${port}`, secret };
      return startSandbox({ store, cluster, port });
    };
    const read = (from: Served, workspace: string, id: string) =>
      from.sendRequest({
        path: `/lastmile/acme/get_booking_details/${id}`,
        headers: team(workspace),
      });

    it('replicas serve the same workspaces, and forward each request to the replica that owns the workspace', async () => {
      const store = await server.createDatabase();
      const [a, b, c] = [
        await startReplica(store),
        await startReplica(store),
        await startReplica(store),
      ];
      const booked = await a.book({}, team('shared'));
      for (const replica of [a, b, c])
        expect((await read(replica, 'shared', booked.json.id)).text).toContain(booked.json.id);
      const key = { ...team('shared'), 'idempotency-key': 'key-on-two-replicas' };
      const first = await b.book({ external_reference: 'K-1' }, key);
      const replay = await c.book({ external_reference: 'K-1' }, key);
      expect(replay.headers['idempotency-replayed']).toBe('true');
      expect(replay.text).toBe(first.text);
      const order = await c.control('POST', '/orders?workspace=shared', {});
      expect(order.status).toBe(201);
      const stored = await b.sendRequest({
        path: `/marketplace/orders/${order.json.id}`,
        headers: team('shared'),
      });
      expect(stored.status).toBe(200);
      expect((await b.control('DELETE', '/workspaces/shared')).status).toBe(200);
      expect((await read(c, 'shared', booked.json.id)).status).toBe(404);
    });

    it('a replica logs the status that the owner returned for a forwarded control request', async () => {
      const store = await server.createDatabase();
      const lines: string[] = [];
      const start = async (): Promise<Served> => {
        const port = await freePort();
        const cluster = { advertiseUrl: `http://127.0.0.1:${port}`, secret };
        return startSandbox({ store, cluster, port, log: (line) => lines.push(line) });
      };
      const [owner, other] = [await start(), await start()];
      await owner.book({}, team('logged'));
      lines.length = 0;
      const path = '/deliveries/dlv_none?workspace=logged';
      expect((await other.control('GET', path)).status).toBe(404);
      expect(lines.filter((line) => line.includes('404'))).toHaveLength(2);
    });

    it('replicas take over the workspaces of a stopped replica, with their pending events', async () => {
      const store = await server.createDatabase();
      const receiver = await useReceiver();
      receiver.respond = (response) => response.writeHead(503).end();
      const [a, b] = [await startReplica(store), await startReplica(store)];
      await a.control('PUT', '/webhooks?workspace=moved', { lastmile: { url: receiver.url } });
      const booked = await b.book({}, team('moved'));
      await b.control('PUT', '/clock?workspace=moved', { advance_seconds: 120 });
      const before = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]);
      expect(before.length).toBeGreaterThan(0);
      receiver.respond = (response) => response.writeHead(204).end();
      await a.mock.stop();
      const clock = await b.control('PUT', '/clock?workspace=moved', { advance_seconds: 3_600 });
      expect(clock.status).toBe(200);
      const after = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]);
      for (const event of before) expect(after.slice(before.length)).toContainEqual(event);
      expect((await read(b, 'moved', booked.json.id)).status).toBe(200);
    });

    it('replicas take over the workspaces of a killed replica within five seconds', async () => {
      const store = await server.createDatabase();
      const port = await freePort();
      const killed = await started(
        ['--store', store, '--advertise-url', `http://127.0.0.1:${port}`, '--port', String(port)],
        undefined,
        { DELIVERY_MOCK_CLUSTER_SECRET: secret },
      );
      const body = JSON.stringify({});
      const headers = { 'content-type': 'application/json' };
      const created = await fetch(`${killed.url}/_sandbox/orders?workspace=taken`, {
        method: 'POST',
        headers,
        body,
      });
      const { id } = (await created.json()) as { id: string };
      const remaining = await startReplica(store);
      const readOrder = () =>
        remaining.sendRequest({ path: `/marketplace/orders/${id}`, headers: team('taken') });
      expect((await readOrder()).status).toBe(200);
      const killedAt = Date.now();
      await end(killed, 'SIGKILL');
      expect((await readOrder()).status).toBe(200);
      expect(Date.now() - killedAt).toBeLessThan(5_000);
    });

    it('replicas never forward a request that another replica has forwarded', async () => {
      const store = await server.createDatabase();
      const [a, b] = [await startReplica(store), await startReplica(store)];
      await a.book({}, team('far'));
      const response = await b.sendRequest({
        path: '/lastmile/acme/get_store_info/sto_01JD3M7X9KQA',
        headers: { ...team('far'), 'delivery-mock-secret': secret },
      });
      expect(response.status).toBe(503);
      expect(response.json).toMatchObject({ code: 'service_unavailable', retryable: true });
    });

    it('replicas require an advertised URL to share a store', async () => {
      const store = await server.createDatabase();
      await startSandbox({ store });
      await expect(startSandbox({ store })).rejects.toThrow(
        /Another process owns the workspace 'default'\. Start that process with --advertise-url/,
      );
    });
  },
);
