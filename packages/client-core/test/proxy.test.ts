import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { ProxyAgent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../src/index.js';
import { read } from './support/operations.js';
import { nodes, run } from './support/packed-project.js';

const proxiedHosts: string[] = [];
let service: Server;
let proxy: Server;

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listening = (server: Server) =>
  new Promise<Server>((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));

beforeAll(async () => {
  service = await listening(
    createServer((request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ path: request.url })),
    ),
  );
  proxy = createServer((request, response) => {
    // A proxy also receives plain HTTP requests without a tunnel. They contain the absolute URL.
    const { pathname, host } = new URL(request.url as string);
    proxiedHosts.push(host);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ path: pathname }));
  });
  proxy.on('connect', (request, socket, head) => {
    proxiedHosts.push(request.url as string);
    const [host, port] = (request.url as string).split(':');
    const upstream = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const one of [upstream, socket]) one.on('error', () => one.destroy());
  });
  await listening(proxy);
});

afterAll(() => {
  for (const server of [service, proxy]) {
    server.close();
    server.closeAllConnections();
  }
});

describe('proxies', () => {
  it('a proxy receives the requests that the fetch function of undici sends', async () => {
    proxiedHosts.length = 0;
    const dispatcher = new ProxyAgent(addressOf(proxy));
    try {
      const call = createCaller(
        {
          baseUrl: addressOf(service),
          token: 'test_1',
          fetch: (url, init) => undiciFetch(url, { ...init, dispatcher }),
        },
        {},
      );
      expect(await call(read)({ id: 'ord_1' })).toEqual({ path: '/orders/ord_1' });
      expect(proxiedHosts).toEqual([new URL(addressOf(service)).host]);
    } finally {
      await dispatcher.destroy();
    }
  });

  const versions = nodes().filter(({ version }) => Number.parseInt(version, 10) >= 24);
  it.each(versions.map(({ version, path }) => [version, path] as const))(
    'the proxy in HTTP_PROXY is used if NODE_USE_ENV_PROXY is set, on Node.js %s',
    async (_, node) => {
      proxiedHosts.length = 0;
      const source = join(import.meta.dirname, '../dist/esm/index.js');
      const program = `
import { createCaller } from ${JSON.stringify(source)};
const call = createCaller({ baseUrl: process.argv[1], token: 'test_1' }, {});
const read = call({ id: 'getOrder', method: 'get', path: '/orders/{id}' });
console.log((await read({ id: 'ord_1' })).path);
`;
      const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: addressOf(proxy), NO_PROXY: '' };
      expect(
        await run(node, ['--input-type=module', '-e', program, addressOf(service)], '.', env),
      ).toEqual({ ok: true, output: '/orders/ord_1\n' });
      expect(proxiedHosts).toHaveLength(1);
    },
  );

  it('the client accepts fetch of undici and of the platform, and a function that takes RequestInit', () => {
    const fetches = [
      undiciFetch,
      globalThis.fetch,
      async (url: string, init: RequestInit) => new Response(url + init.method),
    ];
    for (const fetch of fetches)
      expect(
        createCaller({ baseUrl: 'https://api.example.com', token: 't', fetch }, {}),
      ).toBeTypeOf('function');
  });
});
