import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { write } from '../src/files.ts';
import { serve } from '../src/serve/serve.ts';
import { siteServer } from '../src/serve/server.ts';
import { here } from '../src/site.ts';

let folder: string;
let server: Server;
let base: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'served-'));
  mkdirSync(join(folder, 'lastmile'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<p>top</p>');
  writeFileSync(join(folder, 'errors.html'), '<p>errors</p>');
  writeFileSync(join(folder, 'lastmile/index.html'), '<p>reference</p>');
  writeFileSync(join(folder, 'assets/site.0123456789.css'), 'a{}');
  writeFileSync(
    join(folder, '404.html'),
    '<a href="./">a</a><a href="errors.html">b</a><a href="#c">c</a><a href="https://example.com/">d</a>',
  );
  server = siteServer(folder).listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string, init?: RequestInit): Promise<Response> =>
  fetch(base + path, { redirect: 'manual', ...init });

test.each([
  ['/', 'top'],
  ['/errors', 'errors'],
  ['/errors.html', 'errors'],
  ['/lastmile/', 'reference'],
])('GET %s returns its page', async (path, text) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(`<p>${text}</p>`);
});

test.each([
  ['/lastmile', '/lastmile/'],
  ['/lastmile?a=1', '/lastmile/?a=1'],
  ['/errors/', '/errors'],
])('GET %s redirects to %s, so that relative links work', async (path, location) => {
  const response = await get(path);
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe(location);
});

test.each([
  '/nothing',
  '/a/b/c',
  '/lastmile/nothing',
  '/errors/more',
  '/%2e%2e/package.json',
  '//example.com/lastmile',
])('GET %s returns the 404 page with links that work at any depth', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe(
    '<a href="/">a</a><a href="/errors.html">b</a><a href="#c">c</a><a href="https://example.com/">d</a>',
  );
});

test.each(['/', '/lastmile', '/nothing', '/assets/site.0123456789.css'])(
  'GET %s returns the security headers',
  async (path) => {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  },
);

test('only files with a hash in their name are cached without revalidation', async () => {
  expect((await get('/assets/site.0123456789.css')).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await get('/errors')).headers.get('cache-control')).toBe('no-cache');
});

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('a client that accepts %s receives the content encoding %s', async (accepted, encoding) => {
  const file = join(folder, 'assets/page.0123456789.js');
  write(file, '// The same line again.\n'.repeat(100));
  const headers = { 'accept-encoding': accepted };
  const response = await get('/assets/page.0123456789.js', { headers });
  expect(response.headers.get('content-encoding')).toBe(encoding);
  expect(response.headers.get('vary')).toBe('Accept-Encoding');
  expect(response.headers.get('content-type')).toContain('javascript');
  expect(await response.text()).toBe(readFileSync(file, 'utf8'));
});

test('a changed page is returned even if its length and date have not changed', async () => {
  const file = join(folder, 'errors.html');
  const date = new Date(0);
  const responses = [];
  for (const text of ['<p>errorA</p>', '<p>errorB</p>']) {
    writeFileSync(file, text);
    utimesSync(file, date, date);
    responses.push(await (await get('/errors')).text());
  }
  writeFileSync(file, '<p>errors</p>');
  expect(responses).toEqual(['<p>errorA</p>', '<p>errorB</p>']);
});

test('methods other than GET and HEAD return 405', async () => {
  expect((await get('/', { method: 'HEAD' })).status).toBe(200);
  const response = await get('/', { method: 'POST' });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD');
});

describe('serve.ts', () => {
  test.each([
    [['--port', 'many'], "--port must be an integer from 0 to 65535; got 'many'."],
    [['--port', '70000'], "--port must be an integer from 0 to 65535; got '70000'."],
    [['--prot', '1'], "Unknown option '--prot'. The options are --port and --host."],
  ])('rejects %j with a one-line error', async (args, message) => {
    await expect(serve(folder, args)).rejects.toThrow(message);
  });

  test('explains how to build a missing site', async () => {
    await expect(serve(join(folder, 'none'), ['--port', '0'])).rejects.toThrow(
      'Run `npm run build`',
    );
  });

  test('reports a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(serve(folder, ['--port', String(port)])).rejects.toThrow(
      `Port ${port} is in use.`,
    );
    other.close();
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'prints its URL, and stops with exit code 0 on %s',
    async (signal) => {
      const program = `import { serve } from ${JSON.stringify(join(here, 'src/serve/serve.ts'))}; await serve(${JSON.stringify(folder)}, ['--port', '0']);`;
      const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = await once(child.stdout, 'data');
      const [, address] =
        /^Site running at (http:\/\/127\.0\.0\.1:\d+\/)\n$/.exec(String(line)) ?? [];
      expect((await fetch(address ?? '')).status).toBe(200);
      child.kill(signal);
      const [code] = await once(child, 'exit');
      expect(code).toBe(0);
    },
  );
});

test.each([[], ['reference'], ['reference:parcels'], ['lastmile']])(
  'build.ts rejects the part %j with a one-line error',
  (...args) => {
    const { status, stderr } = spawnSync(process.execPath, [join(here, 'build.ts'), ...args], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr.trim()).toMatch(/^Unknown part .+ Usage: node build\.ts .+$/);
  },
);
