import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../../tools/free-port.ts';
import { Forwarder, secretHeader } from '../../src/cluster/forwarder.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

type Handler = (message: IncomingMessage, response: ServerResponse) => void;

async function serve(handler: Handler): Promise<string> {
  const server = createServer(handler).on('checkContinue', handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a server that forwards every request, and records what `forward` returns or throws. */
async function forwarding(owner: string) {
  const forwarder = new Forwarder('the secret');
  endings.push(() => forwarder.stop());
  const outcomes: unknown[] = [];
  const bodies: string[] = [];
  const url = await serve(async (message, response) => {
    const outcome = await forwarder
      .forward(owner, message, response)
      .catch((error: { code: string }) => error.code);
    outcomes.push(outcome);
    if (outcome !== undefined && typeof outcome !== 'string') return;
    bodies.push(await textOf(message));
    response.writeHead(599).end();
  });
  return { url, outcomes, bodies };
}

const textOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
};

describe('forwarded requests', () => {
  it('a forwarded request reaches the owner unchanged, and the client gets the unchanged response of the owner', async () => {
    const received: { message: IncomingMessage; body: string }[] = [];
    const owner = await serve(async (message, response) => {
      received.push({ message, body: await textOf(message) });
      response.writeHead(409, { 'Request-Id': 'req_owner', 'X-Twice': ['a', 'b'] }).end('conflict');
    });
    const { url, outcomes } = await forwarding(owner);
    const response = await fetch(`${url}/lastmile/acme/create_booking?x=%2F`, {
      method: 'POST',
      headers: { Authorization: 'Bearer test_team.a', 'Idempotency-Key': 'key-00000001' },
      body: '{"a":1}',
    });
    expect([response.status, await response.text()]).toEqual([409, 'conflict']);
    expect(response.headers.get('request-id')).toBe('req_owner');
    expect(response.headers.get('x-twice')).toBe('a, b');
    expect(received[0]?.body).toBe('{"a":1}');
    expect(received[0]?.message).toMatchObject({
      method: 'POST',
      url: '/lastmile/acme/create_booking?x=%2F',
      headers: {
        authorization: 'Bearer test_team.a',
        'idempotency-key': 'key-00000001',
        'content-length': '7',
        host: new URL(url).host,
        [secretHeader]: 'the secret',
      },
    });
    expect(outcomes).toEqual([409]);
  });

  it('the replica that received a request can read its complete body if the owner of the workspace cannot be reached', async () => {
    const { url, outcomes, bodies } = await forwarding(`http://127.0.0.1:${await freePort()}`);
    const response = await fetch(url, { method: 'POST', body: 'x'.repeat(300_000) });
    expect(response.status).toBe(599);
    expect(outcomes).toEqual([undefined]);
    expect(bodies[0]).toHaveLength(300_000);
  });

  it('a forwarded request fails with service_unavailable when the owner closes the connection before it responds', async () => {
    const owner = await serve((message) => void message.socket.destroy());
    const { url, outcomes } = await forwarding(owner);
    expect((await fetch(url, { method: 'POST', body: 'x' })).status).toBe(599);
    expect(outcomes).toEqual(['service_unavailable']);
  });

  it('the connection to the client is closed when the owner closes its connection during the response', async () => {
    const owner = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => response.destroy());
    });
    const { url } = await forwarding(owner);
    const read = fetch(url).then((response) => response.text());
    await expect(read).rejects.toThrow();
  });

  it('a chunk of a stream is forwarded before the stream ends, and the stream is closed when the client disconnects', async () => {
    let isClosed = false;
    const owner = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: 1\n\n');
      response.on('close', () => {
        isClosed = true;
      });
    });
    const { url } = await forwarding(owner);
    const leave = new AbortController();
    const response = await fetch(url, { signal: leave.signal });
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(Buffer.from(value ?? []).toString()).toBe('data: 1\n\n');
    leave.abort();
    await expect.poll(() => isClosed).toBe(true);
  });

  it('a client that waits for 100 Continue gets 100 Continue before it sends the body', async () => {
    const owner = await serve(async (message, response) => {
      response.end(await textOf(message));
    });
    const { url } = await forwarding(owner);
    const sent = request(url, { method: 'POST', headers: { expect: '100-continue' } });
    sent.flushHeaders();
    await once(sent, 'continue');
    sent.end('body');
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(await textOf(response)).toBe('body');
  });

  it('a request counts as forwarded only with the cluster secret, and is rejected with a wrong secret', () => {
    const forwarder = new Forwarder('the secret');
    const from = (headers: Record<string, string>) =>
      forwarder.isForwarded({ headers } as unknown as IncomingMessage);
    expect(from({})).toBe(false);
    expect(from({ [secretHeader]: 'the secret' })).toBe(true);
    for (const secret of ['', 'the secre', 'the secreT', 'the secret '])
      expect(() => from({ [secretHeader]: secret })).toThrow(/is not the secret of this replica/);
  });
});
