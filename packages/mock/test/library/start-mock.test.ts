import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { type Exchange, type MockOptions, startMock } from '@delivery-api/mock';
import { loadContract } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../tools/free-port.ts';
import type { BuiltContract } from '../../src/contract/built-contract.ts';
import { send } from '../support/send.ts';

describe.each(['lastmile', 'marketplace'] as const)('the %s contract in the package', (name) => {
  it('the contract in the package is the current bundle (fix: build the mock again)', () => {
    const built = JSON.parse(
      readFileSync(new URL(`../../dist/contracts/${name}.json`, import.meta.url), 'utf8'),
    ) as BuiltContract;
    const { document, operations } = loadContract(
      new URL(`../../../../specs/dist/${name}.json`, import.meta.url),
    );
    expect(built.document).toEqual(document);
    expect(built.operations.map(({ iid }) => iid)).toEqual(operations.map(({ id }) => id));
  });
});

describe('startMock', () => {
  it('returns its URLs, and lists its interfaces in the health check', async () => {
    const mock = await startMock({ mode: 'examples', host: 'localhost' });
    try {
      expect(mock).toMatchObject({
        url: `http://localhost:${mock.port}`,
        lastmile: `${mock.url}/lastmile`,
        marketplace: `${mock.url}/marketplace`,
        mode: 'examples',
      });
      const health = await (await fetch(`${mock.url}/_sandbox/health`)).json();
      expect(health).toEqual({
        status: 'ok',
        mode: 'examples',
        interfaces: [
          { name: 'lastmile', version: expect.any(String), url: mock.lastmile },
          { name: 'marketplace', version: expect.any(String), url: mock.marketplace },
        ],
      });
      expect(await (await fetch(mock.url)).json()).toMatchObject({
        interfaces: (health as { interfaces: unknown }).interfaces,
        health: `${mock.url}/_sandbox/health`,
      });
    } finally {
      await mock.stop();
    }
  });

  it('starts several mocks that run and stop independently', async () => {
    const mocks = await Promise.all([
      startMock({ mode: 'examples' }),
      startMock({ mode: 'examples' }),
      startMock({ mode: 'examples', interfaces: ['marketplace'] }),
    ]);
    expect(new Set(mocks.map(({ port }) => port)).size).toBe(3);
    await mocks[0]?.stop();
    const [, both, one] = mocks;
    if (both === undefined || one === undefined) throw new Error('unreachable');
    const status = async (port: number, path: string) =>
      (await send({ port, path, headers: { authorization: '' } })).status;
    expect(await status(both.port, '/lastmile/acme/get_store_info/sto_1')).toBe(401);
    expect(await status(one.port, '/lastmile/acme/get_store_info/sto_1')).toBe(404);
    expect(await status(one.port, '/marketplace/orders/ord_1')).toBe(401);
    await expect(fetch(mocks[0]?.url ?? '')).rejects.toThrow();
    await Promise.all([both.stop(), one.stop()]);
  });

  it('passes each request to log, as a line and as an object, with the time of the clock option', async () => {
    const seen: [string, Exchange][] = [];
    const mock = await startMock({
      mode: 'examples',
      clock: () => Date.UTC(2026, 10, 20, 12),
      log: (line, exchange) => seen.push([line, exchange]),
    });
    await send({ port: mock.port, path: '/marketplace/orders/ord_1?secret=1' });
    await send({
      port: mock.port,
      path: '/marketplace/orders/ord_1',
      headers: { authorization: '' },
    });
    await mock.stop();
    expect(seen.map(([line]) => line)).toEqual([
      expect.stringMatching(
        /^\d\d:00:00 {2}GET {3}\/marketplace\/orders\/ord_1 {2}200 {2}getOrder {2}[\d.]+ ms$/,
      ),
      expect.stringMatching(
        /^\d\d:00:00 {2}GET {3}\/marketplace\/orders\/ord_1 {2}401 {2}getOrder {2}[\d.]+ ms {2}unauthenticated: The Authorization header is missing; /,
      ),
    ]);
    expect(seen[0]?.[1]).toMatchObject({
      at: '2026-11-20T12:00:00.000Z',
      interface: 'marketplace',
      operation: 'getOrder',
      status: 200,
      code: undefined,
      findings: [],
    });
  });

  it('generates the same request IDs from the same random numbers', async () => {
    const ids = async (random?: () => number): Promise<string[]> => {
      const mock = await startMock({ mode: 'examples', ...(random !== undefined && { random }) });
      const responses = [
        await send({ port: mock.port, path: '/a' }),
        await send({ port: mock.port, path: '/b' }),
      ];
      await mock.stop();
      return responses.map(({ headers }) => headers['request-id'] ?? '');
    };
    const counter = () => {
      let count = 0;
      return () => (count++ % 97) / 97;
    };
    expect(await ids(counter())).toEqual(await ids(counter()));
    expect(await ids()).not.toEqual(await ids());
  });

  it.each<[MockOptions, string]>([
    [{ port: 70000 }, 'port: expected an integer from 0 to 65535, not 70000.'],
    [{ port: 1.5 }, 'port: expected an integer from 0 to 65535, not 1.5.'],
    [{ mode: 'sandbx' as 'examples' }, "mode: expected sandbox, examples or proxy, not 'sandbx'."],
    [
      { interfaces: ['lastmil' as 'lastmile'] },
      "interfaces: expected lastmile or marketplace, not 'lastmil'.",
    ],
    [{ interfaces: [] }, 'interfaces: expected an array with at least one interface.'],
    [
      { host: '203.0.113.7' },
      "'203.0.113.7' is not an address of this machine. Omit the host to use 127.0.0.1.",
    ],
  ])('rejects the options %o with a one-line error', async (options, message) => {
    await expect(startMock(options)).rejects.toThrow(
      expect.objectContaining({ name: 'MockError', message }),
    );
  });

  it('reports that the port is in use', async () => {
    const mock = await startMock({ mode: 'examples' });
    await expect(startMock({ mode: 'examples', port: mock.port })).rejects.toMatchObject({
      name: 'MockError',
      code: 'EADDRINUSE',
      message: `Port ${mock.port} on 127.0.0.1 is in use. Select another port; 0 selects a free port.`,
    });
    await mock.stop();
  });

  it('with the host 0.0.0.0, accepts IP addresses and host names without a dot in Host, and rejects other host names', async () => {
    const port = await freePort();
    const mock = await startMock({ mode: 'examples', port, host: '0.0.0.0' });
    expect(mock.url).toBe(`http://127.0.0.1:${port}`);
    const sendRequest = async (host: string) =>
      (await send({ port, path: '/', headers: { host } })).status;
    expect([
      await sendRequest(`192.168.1.7:${port}`),
      await sendRequest('mock:4010'),
      await sendRequest('evil.example'),
    ]).toEqual([200, 200, 400]);
    await mock.stop();
  });

  it('accepts the host names in allowHosts, and rejects other host names', async () => {
    const mock = await startMock({ mode: 'examples', allowHosts: ['Mock.internal'] });
    const { port } = mock;
    const sendRequest = async (host: string) =>
      (await send({ port, path: '/', headers: { host } })).status;
    expect([
      await sendRequest('mock.internal:4010'),
      await sendRequest('mock.internal.evil.example'),
      await sendRequest('evil.example'),
    ]).toEqual([200, 400, 400]);
    await mock.stop();
    await expect(startMock({ allowHosts: ['mock.internal:4010'] })).rejects.toThrow(
      'allowHosts: expected an array of host names without a port',
    );
  });
});

describe('stop', () => {
  it('ends within 1 s with open connections and an unfinished request, and can be called twice', async () => {
    const mock = await startMock({ mode: 'examples' });
    await fetch(`${mock.url}/_sandbox/health`);
    const upload = request(`${mock.lastmile}/acme/create_booking`, {
      method: 'POST',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    });
    upload.on('error', () => {});
    upload.write('{');
    const idle = connect(mock.port, '127.0.0.1');
    idle.on('error', () => {});
    await new Promise((resolve) => idle.once('connect', resolve));
    const started = performance.now();
    await Promise.all([mock.stop(), mock.stop()]);
    expect(performance.now() - started).toBeLessThan(1000);
    await expect(fetch(mock.url)).rejects.toThrow();
  });
});
