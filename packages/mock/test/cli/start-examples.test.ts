import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMock } from '@delivery-api/mock';
import { describe, expect, it } from 'vitest';
import { dist, end, run, start } from '../support/command.ts';
import { send } from '../support/send.ts';

describe('delivery-mock', () => {
  it('prints its URLs, logs each request, and exits with code 0 on SIGTERM and SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const running = await start(['--mode', 'examples']);
      const url = `http://127.0.0.1:${running.port}`;
      expect(running.output()).toBe(
        `lastmile     ${url}/lastmile\nmarketplace  ${url}/marketplace\nhealth       ${url}/_sandbox/health\nResponding with examples. Press Control+C to stop.\n`,
      );
      expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
      await send({
        port: running.port,
        method: 'POST',
        path: '/lastmile/acme/create_booking',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      await running.waitForOutput('400  createBooking');
      expect(running.output()).toMatch(
        /\n\d\d:\d\d:\d\d {2}POST {2}\/lastmile\/acme\/create_booking {2}400 {2}createBooking {2}[\d.]+ ms {2}idempotency_key_missing: /,
      );
      expect(await end(running, signal)).toBe(0);
    }
  });

  it('serves only the interface in --interface', async () => {
    const running = await start(['start', '--interface', 'marketplace', '--mode=examples']);
    expect(running.output()).not.toContain('lastmile');
    expect(
      (await send({ port: running.port, path: '/lastmile/acme/get_store_info/sto_1' })).status,
    ).toBe(404);
    expect(await end(running)).toBe(0);
  });

  it('prints no request log with -q', async () => {
    const running = await start(['-q']);
    await send({ port: running.port, path: '/' });
    const before = running.output();
    expect(await end(running)).toBe(0);
    expect(running.output()).toBe(before);
  });

  it('prints colors to a pipe only if FORCE_COLOR is set and NO_COLOR is not set', async () => {
    const lines: string[] = [];
    for (const more of [{}, { FORCE_COLOR: '1' }, { FORCE_COLOR: '1', NO_COLOR: '1' }]) {
      const running = await start([], more);
      await send({ port: running.port, path: '/' });
      await running.waitForOutput('GET');
      lines.push(running.output());
      await end(running);
    }
    expect(lines.map((text) => text.includes('\x1b['))).toEqual([false, true, false]);
  });

  it('warns when it listens on an address that other machines can reach', async () => {
    const running = await start(['--host', '0.0.0.0']);
    expect(running.output()).toContain(
      'Listening on 0.0.0.0: other machines can reach the mock.\n',
    );
    await end(running);
  });

  it('exits with code 0 when the reader of its standard output closes the pipe', async () => {
    const running = await start();
    const exited = once(running.child, 'exit');
    running.child.stdout?.destroy();
    await send({ port: running.port, path: '/' }).catch(() => {});
    expect((await exited)[0]).toBe(0);
  });

  it('reports in one line that the port is in use, and exits with code 1', async () => {
    const mock = await startMock({ mode: 'examples' });
    const { status, stdout, stderr } = run(['--port', String(mock.port)]);
    await mock.stop();
    expect([status, stdout, stderr]).toEqual([
      1,
      '',
      `delivery-mock: Port ${mock.port} on 127.0.0.1 is in use. Select another port with --port; 0 selects a free port.\n`,
    ]);
  });

  it.each([
    [['--prot', '1'], 'Unknown option --prot. Did you mean --port? See delivery-mock --help.'],
    [['--colour'], 'Unknown option --colour. See delivery-mock --help.'],
    [['-x'], 'Unknown option -x. See delivery-mock --help.'],
    [['strat'], "Unknown command 'strat'. Did you mean start? See delivery-mock --help."],
    [['start', 'now'], "Unexpected argument 'now'. See delivery-mock --help."],
    [['--port'], '--port requires a value. See delivery-mock --help.'],
    [['--port='], '--port requires a value. See delivery-mock --help.'],
    [['--port', 'http'], "--port must be an integer from 0 to 65535; got 'http'."],
    [['--port', '65536'], "--port must be an integer from 0 to 65535; got '65536'."],
    [['--port', '-1'], "--port must be an integer from 0 to 65535; got '-1'."],
    [
      ['--mode', 'exampels'],
      "--mode must be sandbox, examples or proxy; got 'exampels'. Did you mean examples?",
    ],
    [
      ['--interface', 'lastmiles'],
      "--interface must be lastmile or marketplace; got 'lastmiles'. Did you mean lastmile?",
    ],
    [
      ['--allow-host', 'mock:80'],
      "--allow-host must be a host name without a port, such as mock.internal; got 'mock:80'.",
    ],
    [
      ['--allow-origin', 'http://localhost:4000/'],
      "--allow-origin must be an origin without a path, such as http://localhost:4000; got 'http://localhost:4000/'.",
    ],
    [['--quiet=yes'], "--quiet does not accept a value; got 'yes'."],
    [
      ['--host', '203.0.113.7'],
      "'203.0.113.7' is not an address of this machine. Omit the host to use 127.0.0.1.",
    ],
  ])('rejects the arguments %j with a one-line error', (args, message) => {
    const { status, stdout, stderr } = run(args);
    expect([status, stdout, stderr]).toEqual([
      args[0] === '--host' ? 1 : 2,
      '',
      `delivery-mock: ${message}\n`,
    ]);
  });

  it('delivery-mock --help prints the options, and -v prints the version', () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    const help = run(['--help']);
    expect([help.status, help.stderr]).toEqual([0, '']);
    for (const option of [
      '--port',
      '--host',
      '--mode',
      '--interface',
      '--quiet',
      '--help',
      '--version',
      'Prefer: code=409',
    ])
      expect(help.stdout).toContain(option);
    expect(Math.max(...help.stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(
      120,
    );
    expect([run(['-v']).stdout, run(['start', '-h']).stdout]).toEqual([
      `${version}\n`,
      help.stdout,
    ]);
  });
});

describe('a broken installation', () => {
  function inFolder<T>(library: string | undefined, test: (command: string) => T): T {
    const folder = mkdtempSync(join(tmpdir(), 'delivery-mock-'));
    try {
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      copyFileSync(join(dist, 'cli.js'), join(folder, 'cli.js'));
      if (library === undefined) copyFileSync(join(dist, 'index.js'), join(folder, 'index.js'));
      else writeFileSync(join(folder, 'index.js'), library);
      return test(join(folder, 'cli.js'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  it('reports missing contracts in one line', () => {
    const { status, stderr } = inFolder(undefined, (command) => run([], command));
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^delivery-mock: .*lastmile\.json is missing\. In a clone of the repository, run npm run build; otherwise, install the package again\.\n$/,
    );
  });

  it.each([
    [
      'an uncaught error',
      `export const startMock = () => new Promise(() => setTimeout(() => { throw new Error('boom\\n' + 'x'.repeat(1e6)) }));`,
    ],
    [
      'an unhandled rejection',
      `export const startMock = () => { Promise.reject(new Error('boom')); return new Promise(() => setInterval(() => {}, 1000)); };`,
    ],
  ])('reports %s in one line, without source code', (_how, library) => {
    const { status, stderr } = inFolder(library, (command) => run([], command));
    expect([status, stderr]).toEqual([1, 'delivery-mock: boom\n']);
  });
});
