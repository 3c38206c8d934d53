import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createCaller } from '../src/index.js';
import { cancel, read } from './support/operations.js';
import { rejectionOf } from './support/stub.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Starts a server and creates a caller for it with `fetch` of the platform. */
async function startServer(listener: RequestListener, options: object = {}) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  closing.push(close);
  const { port } = server.address() as AddressInfo;
  return {
    call: createCaller(
      { baseUrl: `http://127.0.0.1:${port}`, token: 'test_1', maxRetries: 0, ...options },
      { partner_name: 'acme' },
    ),
    close,
  };
}

describe('fetch of the platform', () => {
  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (status) => {
    const requests: unknown[] = [];
    const { call } = await startServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      if (request.url === '/elsewhere')
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      else response.writeHead(status, { location: '/elsewhere' }).end();
    });
    const error = await rejectionOf(call(cancel)({}));
    expect(error).toMatchObject({
      name: 'UnexpectedResponseError',
      status,
      found: expect.stringContaining('redirect'),
    });
    expect(requests).toEqual(['POST /acme/cancel_booking']);
  });

  it('reports a closed port as a ConnectionError with its reason', async () => {
    const { call, close } = await startServer(() => {});
    close();
    expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toMatchObject({
      name: 'ConnectionError',
      reason: 'ECONNREFUSED',
    });
  });

  it('closes the connection on abort', async () => {
    const controller = new AbortController();
    let closed = () => {};
    const connectionClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { call } = await startServer((request) => {
      request.socket.once('close', closed);
      controller.abort();
    });
    expect(
      await rejectionOf(call(read)({ id: 'ord_1' }, { signal: controller.signal })),
    ).toMatchObject({ name: 'AbortError', attempts: 1 });
    await connectionClosed;
  });

  it('closes the connection on timeout', async () => {
    let closed = () => {};
    const connectionClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { call } = await startServer((request) => request.socket.once('close', closed), {
      timeoutMs: 50,
    });
    expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toMatchObject({ name: 'TimeoutError' });
    await connectionClosed;
  });
});
