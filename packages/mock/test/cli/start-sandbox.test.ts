import { describe, expect, it } from 'vitest';
import { run, runAsync } from '../support/command.ts';
import { type Served, startSandbox, useReceiver } from '../support/sandbox.ts';
import { file, started } from '../support/use-command.ts';

describe('delivery-mock start', () => {
  it('starts a sandbox with the options on the command line', async () => {
    const receiver = await useReceiver();
    const args = [
      '--seed',
      'a',
      '--frozen',
      '--start',
      '2026-11-20T18:00:00Z',
      '--webhook',
      receiver.url,
      '--max-entries',
      '5',
      '--limits',
    ];
    const { output, url } = await started(args);
    const created = /webhooks {5}(\S+), signed with (whsec_\S+)\n/.exec(output());
    expect(output()).toContain(`control      ${url}/_sandbox\nseed         a\n`);
    expect(output()).toContain(
      'Sandbox running with the clock frozen at 2026-11-20T18:00:00.000Z.',
    );
    expect(await (await fetch(`${url}/_sandbox/health`)).json()).toMatchObject({
      mode: 'sandbox',
      seed: 'a',
      limits: true,
      clock: { frozen: true },
    });
    expect(await (await fetch(`${url}/_sandbox/webhooks`)).json()).toEqual({
      lastmile: { url: receiver.url, secrets: [created?.[2]] },
      marketplace: { url: receiver.url, secrets: [created?.[2]] },
    });
  });

  it('prints its URLs and each request as JSON with --json', async () => {
    const { output, url } = await started(
      ['--json', '--mode', 'sandbox', '--speed', '60', '--interface', 'lastmile'],
      '}\n',
    );
    expect(JSON.parse(output())).toMatchObject({
      url,
      mode: 'sandbox',
      lastmile: `${url}/lastmile`,
      clock: { speed: 60, frozen: false },
      webhooks: { lastmile: null },
    });
    await fetch(`${url}/marketplace/orders/ord_1`);
    await expect.poll(() => output().split('\n').length).toBe(3);
    expect(JSON.parse(output().split('\n')[1] ?? '')).toMatchObject({
      method: 'GET',
      status: 404,
      code: 'path_not_found',
    });
  });

  it('starts with the data in the --data file', async () => {
    const order = (await startSandbox()).mock.createOrder();
    const { url } = await started([
      '--data',
      file('data.json', { marketplace: { orders: [order] } }),
      '-q',
      '--frozen',
    ]);
    const response = await fetch(`${url}/marketplace/orders/${order.id}`, {
      headers: { authorization: 'Bearer test_token' },
    });
    expect(await response.json()).toMatchObject({ id: order.id });
  });

  it('reports the location of an error in the data, and exits with code 1', () => {
    const { status, stderr } = run([
      '--port',
      '0',
      '--data',
      file('wrong.json', { lastmile: { stores: [{}] } }),
    ]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^delivery-mock: \d+ errors: \/data\/lastmile\/stores\/0.*\n$/),
    ]);
  });
});

describe('the commands for a running sandbox', () => {
  const at = ({ mock }: Served): string[] => ['--url', mock.url];

  it('delivery-mock order creates a test order', async () => {
    const served = await startSandbox();
    const plain = await runAsync(['order', ...at(served)]);
    expect([plain.status, plain.stderr]).toEqual([0, '']);
    expect(plain.stdout).toMatch(
      /^Created order ord_\w+ for store sto_\w+ \(status created\)\.\n$/,
    );
    const menu = await runAsync(['order', '--scenario', 'menu_publishing_fails', ...at(served)]);
    expect(menu.stdout).toMatch(
      /^No order was created\. The menu_publishing_fails scenario applies to the next submitMenu request for store sto_\w+\.\n$/,
    );
    const json = await runAsync(['order', '--scenario', 'cash_order', '--json', ...at(served)]);
    expect(JSON.parse(json.stdout)).toMatchObject({ status: 'created', currency: 'KWD' });
    const given = { ...JSON.parse(json.stdout), id: 'ord_GIVEN1' };
    const whole = await runAsync([
      'order',
      '--order',
      file('order.json', given),
      '--json',
      ...at(served),
    ]);
    expect([whole.status, JSON.parse(whole.stdout).id]).toEqual([0, 'ord_GIVEN1']);
    const twice = await runAsync(['order', '--order', file('order.json', given), ...at(served)]);
    expect([twice.status, twice.stderr]).toEqual([
      1,
      'delivery-mock: /order/id must be unique; the order ord_GIVEN1 already exists.\n',
    ]);
  });

  it('delivery-mock advance advances a booking, an order or the clock', async () => {
    const served = await startSandbox();
    const { json: booking } = await served.book();
    const order = served.mock.createOrder();
    const advance = (...args: string[]) => runAsync(['advance', ...args, ...at(served)]);
    expect((await advance(booking.id, '--to', 'picked_up')).stdout).toMatch(
      new RegExp(`^${booking.id} has the status picked_up \\(revision \\d+\\)\\.\n$`),
    );
    expect((await advance(order.id)).stdout).toMatch(
      new RegExp(`^${order.id} has the status accepted \\(revision \\d+\\)\\.\n$`),
    );
    expect((await advance('--seconds', '60')).stdout).toBe(
      'Advanced the clock to 2026-11-20T18:01:00.000Z.\n',
    );
    expect(await advance('ord_none')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^delivery-mock: No order in this sandbox has the ID \S+\./),
    });
  });

  it('export and import copy a workspace, and workspaces lists and deletes workspaces', async () => {
    const served = await startSandbox();
    const run = (...args: string[]) => runAsync([...args, ...at(served)]);
    const created = await run('order', '--workspace', 'ci-1', '--json');
    const { id } = JSON.parse(created.stdout);
    const target = file('workspace.json', {});
    expect((await run('export', target, '--workspace', 'ci-1')).stdout).toBe(
      `Wrote the state of the workspace to ${target}.\n`,
    );
    expect((await run('import', target, '--workspace', 'ci-2')).status).toBe(0);
    expect((await run('advance', id, '--workspace', 'ci-2')).stdout).toContain(
      'has the status accepted',
    );
    expect((await served.mock.workspace('ci-1')).snapshot().marketplace).toMatchObject({
      orders: expect.arrayContaining([expect.objectContaining({ id, status: 'created' })]),
    });
    const listed = await run('workspaces');
    expect(listed.stdout.match(/^\S+/gm)).toEqual(['ci-1', 'ci-2', 'default']);
    expect((await run('workspaces', '--delete', 'ci-2')).stdout).toBe(
      'Deleted the workspace ci-2.\n',
    );
    const foreign = await run('import', file('foreign.json', { bookings: [] }));
    expect([foreign.status, foreign.stderr]).toEqual([
      1,
      'delivery-mock: /format must be delivery-sandbox-workspace; the file is not an export of a sandbox.\n',
    ]);
  });

  it('delivery-mock reset sets the seed, deletes all deliveries, and reports errors in the data', async () => {
    const served = await startSandbox();
    served.mock.createOrder();
    const { status, stdout } = await runAsync(['reset', '--seed', 'b', ...at(served)]);
    expect([status, stdout]).toEqual([0, 'The workspace is reset. Seed: b.\n']);
    expect([served.mock.seed, served.mock.deliveries()]).toEqual(['b', []]);
    const wrong = await runAsync([
      'reset',
      '--data',
      file('bad.json', { lastmile: { stores: [{}] } }),
      ...at(served),
    ]);
    expect([wrong.status, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('/data/lastmile/stores/0'),
    ]);
  });

  it('the commands report that no sandbox runs at the URL, or that the server is not a sandbox', async () => {
    const receiver = await useReceiver();
    const { origin } = new URL(receiver.url);
    receiver.respond = (response) => response.writeHead(200).end('<html>');
    expect(await runAsync(['order', '--url', 'http://127.0.0.1:9'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'delivery-mock: There is no sandbox at http://127.0.0.1:9. Start one with delivery-mock start, or set its URL with --url.\n',
    });
    expect((await runAsync(['order', '--url', origin])).stderr).toContain(
      'is not a sandbox (response status 200)',
    );
    const examples = await started(['--mode', 'examples']);
    expect((await runAsync(['order', '--url', examples.url])).stderr).toContain(
      'requires sandbox mode',
    );
  });
});
