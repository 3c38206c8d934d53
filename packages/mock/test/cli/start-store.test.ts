import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../../tools/free-port.ts';
import { dist, end, run, runAsync } from '../support/command.ts';
import { file, started } from '../support/use-command.ts';

const orderRequest = (scenario: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ scenario }),
});

describe('delivery-mock start --store', () => {
  it('continues with the stored state after the process is killed', async () => {
    const store = `file:${join(file('folder', ''), '..', 'kept.db')}`;
    const first = await started(['--store', store]);
    expect(first.output()).toContain(`store        ${store}`);
    const created = await fetch(`${first.url}/_sandbox/orders`, orderRequest('cash_order'));
    const { id } = (await created.json()) as { id: string };
    await end(first, 'SIGKILL');
    const second = await started(['--store', store]);
    const read = await fetch(`${second.url}/marketplace/orders/${id}`, {
      headers: { authorization: 'Bearer test_token' },
    });
    expect(read.status).toBe(200);
  });

  it('reports an unreachable store in one line, and exits with code 1', async () => {
    const port = await freePort();
    const { status, stdout, stderr } = run([
      'start',
      '--port',
      '0',
      '--store',
      `postgres://user:secret@127.0.0.1:${port}/mock`,
    ]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^delivery-mock: The store postgres:\/\/user:\*\*\*@\S+ is not reachable: [^\n]+\.\n$/,
    );
  });

  it('reports an invalid store URL in one line, and exits with code 2', () => {
    const { status, stderr } = run(['start', '--store', 'redis://localhost']);
    expect(status).toBe(2);
    expect(stderr).toBe(
      "delivery-mock: --store must be memory, file:PATH, or postgres://USER:PASSWORD@HOST:PORT/DATABASE; got 'redis://localhost'.\n",
    );
  });

  it('reads the store URL from the DELIVERY_MOCK_STORE environment variable', () => {
    const env = { ...process.env, DELIVERY_MOCK_STORE: 'file:/nowhere/store.db' };
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(dist, 'cli.js'), 'start', '--port', '0'],
      { encoding: 'utf8', env },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/The store file:\/nowhere\/store\.db cannot be opened/);
  });

  it('requires a secret and a PostgreSQL store for replicas', () => {
    const url = ['--advertise-url', 'http://127.0.0.1:4010'];
    const missing = run(['start', ...url]);
    expect(missing.status).toBe(2);
    expect(missing.stderr).toMatch(
      /--advertise-url requires a secret .* DELIVERY_MOCK_CLUSTER_SECRET/,
    );
    const env = {
      ...process.env,
      DELIVERY_MOCK_CLUSTER_SECRET: 'a secret of a cluster'.replaceAll(' ', '-'),
    };
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(dist, 'cli.js'), 'start', '--port', '0', ...url],
      { encoding: 'utf8', env },
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^delivery-mock: cluster: requires a store in PostgreSQL[^\n]*\n$/);
  });
});

describe('operator token', () => {
  it('the control API, except for the health check, requires the operator token, which the commands send', async () => {
    const token = 'operator-token-0001';
    const sandbox = await started([], undefined, { DELIVERY_MOCK_OPERATOR_TOKEN: token });
    const status = async (headers: Record<string, string>, path = '/_sandbox/clock') =>
      (await fetch(`${sandbox.url}${path}`, { headers })).status;
    const basic = Buffer.from(`operator:${token}`).toString('base64');
    expect(await status({})).toBe(401);
    expect(await status({ authorization: 'Bearer operator-token-0002' })).toBe(401);
    expect(await status({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await status({ authorization: `Basic ${basic}` })).toBe(200);
    expect(await status({}, '/_sandbox/health')).toBe(200);
    const read = { authorization: 'Bearer test_token' };
    expect(await status(read, '/marketplace/stores/sto_01JD3M7X9KQA')).toBe(200);
    const command = ['order', '--url', sandbox.url];
    const rejected = await runAsync(command);
    expect([rejected.status, rejected.stderr]).toEqual([
      1,
      'delivery-mock: The operator token is missing or wrong. Set DELIVERY_MOCK_OPERATOR_TOKEN to the operator token of this sandbox.\n',
    ]);
    expect((await runAsync(command, { DELIVERY_MOCK_OPERATOR_TOKEN: token })).status).toBe(0);
  });
});
