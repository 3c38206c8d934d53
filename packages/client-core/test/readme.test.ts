import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readmePrograms } from './support/readme.js';

describe('the README', () => {
  const programs = readmePrograms(join(import.meta.dirname, '..'), 'ts');
  afterAll(() => programs.remove());

  it('contains one program of at most 20 lines, which compiles unchanged', async () => {
    expect(programs.sources).toHaveLength(1);
    expect(programs.sources[0]?.trim().split('\n').length).toBeLessThanOrEqual(20);
    expect(await programs.compile(0)).toBe('');
  });

  it('contains a program that makes the documented call', async () => {
    const requests: unknown[] = [];
    const server = createServer((request, response) => {
      requests.push([request.method, request.url, request.headers.authorization]);
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"name":"Canale Pizza"}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const result = await programs.run(0, (source) =>
      source.replace('localhost:4010', `127.0.0.1:${port}`),
    );
    server.close();
    server.closeAllConnections();
    expect(result).toEqual({ ok: true, output: 'Canale Pizza\n' });
    expect(requests).toEqual([
      ['GET', '/lastmile/acme/get_store_info/sto_01JD3M7X9KQA', 'Bearer test_token'],
    ]);
  });
});
