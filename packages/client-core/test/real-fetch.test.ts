import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createCaller } from '../src/index.js';
import { cancel, read } from './support/operations.js';
import { failureOf } from './support/stub.js';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A caller on the platform's own `fetch`, and a server that it talks to. */
async function served(listener: RequestListener, options: object = {}) {
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

describe('with the fetch of the platform', () => {
  it.each([301, 302, 303, 307, 308])(
    'a redirect with %i is not followed, so that no write turns into a read',
    async (status) => {
      const asked: unknown[] = [];
      const { call } = await served((request, response) => {
        asked.push(`${request.method} ${request.url}`);
        if (request.url === '/elsewhere')
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
        else response.writeHead(status, { location: '/elsewhere' }).end();
      });
      const error = await failureOf(call(cancel)({}));
      expect(error).toMatchObject({
        name: 'UnexpectedAnswerError',
        status,
        found: expect.stringContaining('redirect'),
      });
      expect(asked).toEqual(['POST /acme/cancel_booking']);
    },
  );

  it('a closed port is a ConnectionError with its reason', async () => {
    const { call, close } = await served(() => {});
    close();
    expect(await failureOf(call(read)({ id: 'ord_1' }))).toMatchObject({
      name: 'ConnectionError',
      reason: 'ECONNREFUSED',
    });
  });

  it('an abort reaches the connection', async () => {
    const controller = new AbortController();
    let closed = () => {};
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { call } = await served((request) => {
      request.socket.once('close', closed);
      controller.abort();
    });
    expect(
      await failureOf(call(read)({ id: 'ord_1' }, { signal: controller.signal })),
    ).toMatchObject({ name: 'AbortError', attempts: 1 });
    await gone;
  });

  it('a time-out reaches the connection', async () => {
    let closed = () => {};
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { call } = await served((request) => request.socket.once('close', closed), {
      timeoutMs: 50,
    });
    expect(await failureOf(call(read)({ id: 'ord_1' }))).toMatchObject({ name: 'TimeoutError' });
    await gone;
  });
});
