import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@delivery-api/specs/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodes } from '../../../client-core/test/support/packed-project.ts';
import { testContracts } from '../../../sandbox/test/support/contracts.ts';
import { bookingRequest, startTime, useReceiver } from '../support/sandbox.ts';
import { send, type TestResponse } from '../support/send.ts';
import { verifiers } from '../support/verifiers.ts';

const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
let project = '';

/**
 * Creates a project outside the repository, and installs the mock from its tarball without a
 * registry.
 */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'packed-mock-'));
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}\n');
  npm(
    'pack',
    '--ignore-scripts',
    '--pack-destination',
    project,
    fileURLToPath(new URL('../..', import.meta.url)),
  );
  const tarball = readdirSync(project).find((file) => file.endsWith('.tgz')) ?? '';
  npm(
    'install',
    '--offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    `./${tarball}`,
  );
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

function npm(...args: string[]): void {
  const { status, stderr } = spawnSync('npm', args, { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args[0]} failed:\n${stderr}`);
}

/** Starts the installed command, and waits until it prints its URL. */
async function start(node: string, args: readonly string[]) {
  const child = spawn(node, ['node_modules/.bin/delivery-mock', ...args], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    const collectOutput = (chunk: Buffer): void => {
      output += chunk;
      if (output.includes('Control+C')) resolve(Number(/http:\/\/[^:]+:(\d+)/.exec(output)?.[1]));
    };
    child.stdout.on('data', collectOutput);
    child.stderr.on('data', collectOutput);
    child.once('exit', () => reject(new Error(`The command exited early: ${output}`)));
  });
  const stop = async (): Promise<unknown> => {
    const exited = once(child, 'exit');
    child.kill();
    return (await exited)[0];
  };
  return { port, stop, output: () => output };
}

describe.each(nodes())('the packed mock on Node.js $version', ({ path }) => {
  it('the packed mock creates a booking and an order, advances the booking, accepts the order, and sends events with valid signatures', async () => {
    const receiver = await useReceiver();
    const bothEventsReceived = new Promise<void>((resolve) => {
      receiver.respond = (response, count) => {
        response.writeHead(204).end();
        if (count === 2) resolve();
      };
    });
    const sandboxOptions = ['--frozen', '--start', startTime, '--seed', 'packed'];
    const { port, stop, output } = await start(path, [
      '--port',
      '0',
      ...sandboxOptions,
      '--webhook',
      receiver.url,
      '--secret',
      secret,
    ]);
    const post = (
      path: string,
      body: JsonObject,
      headers: Record<string, string> = {},
    ): Promise<TestResponse> =>
      send({
        port,
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const booking = await post('/lastmile/acme/create_booking', bookingRequest, {
      'idempotency-key': 'packed-booking',
    });
    expect([booking.status, booking.json.status]).toEqual([201, 'searching']);
    const advanced = await post(`/_sandbox/bookings/${booking.json.id}/advance`, {});
    expect(advanced.json.status).toBe('courier_assigned');
    const order = await post('/_sandbox/orders', { scenario: 'pickup_happy_path' });
    const accepted = await post(`/marketplace/orders/${order.json.id}/status`, {
      status: 'accepted',
    });
    expect([accepted.status, accepted.json.status]).toEqual([200, 'accepted']);

    await bothEventsReceived;
    const types = receiver.received.map(({ headers, body }) => {
      for (const { verify } of verifiers) expect(() => verify(secret, headers, body)).not.toThrow();
      return JSON.parse(body).type as string;
    });
    expect(types.sort()).toEqual(
      testContracts.flatMap(({ contract }) => contract.webhooks.map(({ name }) => name)).sort(),
    );
    expect(output()).not.toMatch(/warning|deprecat|response: /i);
    expect(await stop()).toBe(0);
  });

  it('the packed mock can be imported as a library', () => {
    const script = `import { startMock } from '@delivery-api/mock';
      const mock = await startMock({ clock: { frozen: true } });
      const order = mock.createOrder({ scenario: 'cash_order' });
      const headers = { authorization: 'Bearer test_token' };
      console.log((await fetch(mock.marketplace + '/orders/' + order.id, { headers })).status);
      await mock.stop();`;
    const { stdout, stderr } = spawnSync(path, ['--input-type=module', '--eval', script], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['200\n', '']);
  });
});
