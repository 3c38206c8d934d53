import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callOf, startUpstream } from '../support/changing-upstream.ts';
import { send } from '../support/send.ts';

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const { FORCE_COLOR: _, ...env } = process.env;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'delivery-proxy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Runs a proxy in a child process, in front of a server whose response is valid or violates the
 * contract. Sends one request through the proxy, and then stops the proxy.
 *
 * @param times how often the signal is sent
 */
async function run(
  state: 'invalid' | 'valid',
  args: readonly string[],
  signal: NodeJS.Signals = 'SIGTERM',
  times = 1,
) {
  const { request, response: documented } = callOf('getBookingDetails');
  const body = state === 'invalid' ? { ...documented.body, revision: 'one' } : documented.body;
  const real = await startUpstream(
    (response) => void response.writeHead(200, documented.headers).end(JSON.stringify(body)),
  );
  const child = spawn(
    process.execPath,
    [cli, 'start', '--mode', 'proxy', '--port', '0', '--upstream', `lastmile=${real.url}`, ...args],
    { env, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The command exited early: ${output}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk;
      if (output.includes('Control+C')) resolve();
    });
  });
  await ready;
  const port = Number(/http:\/\/[^:]+:(\d+)/.exec(output)?.[1]);
  await send({ ...request, port, headers: { ...request.headers, authorization: 'Bearer S3CRET' } });
  const exited = once(child, 'close');
  for (let sent = 0; sent < times; sent++) child.kill(signal);
  const [code] = await exited;
  return { code: code as number, output };
}

describe('delivery-mock --mode proxy', () => {
  it.each<['invalid' | 'valid', string[], number]>([
    ['invalid', [], 0],
    ['invalid', ['--fail-on', 'requests'], 0],
    ['invalid', ['--fail-on', 'responses'], 1],
    ['invalid', ['--fail-on', 'any'], 1],
    ['valid', ['--fail-on', 'any'], 0],
  ])(
    'for a response that is %s, the arguments %j lead to exit code %i',
    async (state, args, expected) => {
      expect((await run(state, args)).code).toBe(expected);
    },
  );

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'writes its report on %s, and prints the findings',
    async (signal) => {
      const file = join(folder, 'report.json');
      const { code, output } = await run('invalid', ['--report', file], signal);
      expect(code).toBe(0);
      expect(readdirSync(folder)).toEqual(['report.json']);
      const text = readFileSync(file, 'utf8');
      expect(JSON.parse(text)).toMatchObject({
        counts: { requests: 1, request_errors: 0, response_errors: 1 },
        findings: [
          { in: 'response', operation: 'getBookingDetails', place: '/revision', count: 1 },
        ],
      });
      expect(output).toContain('getBookingDetails');
      expect(output).toContain('response: /revision must be an integer');
      expect(output).toContain(
        `1 request: 0 request errors, 1 response error, 0 warnings. The report is in ${file}.\n`,
      );
      expect(text + output).not.toContain('S3CRET');
    },
  );

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'writes its report when it receives %s twice, which can happen with npx',
    async (signal) => {
      const file = join(folder, 'report.json');
      expect((await run('invalid', ['--report', file], signal, 2)).code).toBe(0);
      expect(JSON.parse(readFileSync(file, 'utf8')).counts).toMatchObject({
        requests: 1,
        response_errors: 1,
      });
    },
  );

  const upstream = ['--upstream', 'lastmile=http://127.0.0.1:9'];
  it.each([
    [
      ['--mode', 'proxy'],
      2,
      '--upstream is missing. Set the URL of the service to validate, such as --upstream lastmile=http://127.0.0.1:3000.',
    ],
    [
      ['--mode', 'proxy', '--upstream', 'http://x'],
      2,
      "--upstream must be NAME=URL, such as lastmile=http://127.0.0.1:3000; got 'http://x'.",
    ],
    [['--mode', 'proxy', ...upstream, ...upstream], 2, '--upstream contains lastmile twice.'],
    [
      ['--mode', 'proxy', ...upstream, '--fail-on', 'response'],
      2,
      "--fail-on must be requests, responses or any; got 'response'. Did you mean responses?",
    ],
    [['--mode', 'proxy', ...upstream, '--speed', '2'], 2, '--speed requires sandbox mode.'],
    [
      ['--mode', 'proxy', ...upstream, '--interface', 'lastmile'],
      2,
      'In proxy mode, --upstream specifies the interfaces. Remove --interface.',
    ],
    [
      ['--mode', 'proxy', ...upstream, '--report', '/nowhere/report.json'],
      1,
      'Cannot write the report to /nowhere/report.json (ENOENT). Specify a file in a writable folder with --report.',
    ],
    [upstream, 2, '--upstream requires proxy mode.'],
    [['--report', 'x'], 2, '--report requires proxy mode.'],
  ])('rejects the arguments %j with a one-line error', (args, code, message) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
      encoding: 'utf8',
      env,
      timeout: 20_000,
    });
    expect([status, stdout, stderr]).toEqual([code, '', `delivery-mock: ${message}\n`]);
  });
});
