import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tested } from '../../../sandbox/test/support/contracts.ts';
import { end, type Running, run, runBeside, start } from '../support/command.ts';
import { type Served, startSandbox, useReceiver } from '../support/sandbox.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'delivery-mock-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const running: Running[] = [];
afterEach(async () => {
  for (const one of running.splice(0))
    if (one.child.exitCode === null && one.child.signalCode === null) await end(one);
});
async function started(
  args: readonly string[],
  until?: string,
): Promise<Running & { url: string }> {
  const one = await start(args, {}, until);
  running.push(one);
  return { ...one, url: `http://127.0.0.1:${one.port}` };
}

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('delivery-mock start', () => {
  it('starts a sandbox that is all that was asked for', async () => {
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
    const made = /webhooks {5}(\S+) signed with (whsec_\S+)\n/.exec(output());
    expect(output()).toContain(`control      ${url}/_sandbox\nseed         a\n`);
    expect(output()).toContain('A sandbox whose time stands still at 2026-11-20T18:00:00.000Z;');
    expect(await (await fetch(`${url}/_sandbox/health`)).json()).toMatchObject({
      mode: 'sandbox',
      seed: 'a',
      limits: true,
      clock: { frozen: true },
    });
    expect(await (await fetch(`${url}/_sandbox/webhooks`)).json()).toEqual({
      lastmile: { url: receiver.url, secrets: [made?.[2]] },
      marketplace: { url: receiver.url, secrets: [made?.[2]] },
    });
  });

  it('speaks JSON to programs', async () => {
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

  it('begins with the data of a file', async () => {
    const order = (await startSandbox()).mock.createOrder();
    const { url } = await started([
      '--data',
      file('data.json', { marketplace: { orders: [order] } }),
      '-q',
      '--frozen',
    ]);
    const answer = await fetch(`${url}/marketplace/orders/${order.id}`, {
      headers: { authorization: 'Bearer test_token' },
    });
    expect(await answer.json()).toMatchObject({ id: order.id });
  });

  it('says where in the data a fault is, and ends with 1', () => {
    const { status, stderr } = run([
      '--port',
      '0',
      '--data',
      file('wrong.json', { lastmile: { stores: [{}] } }),
    ]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^delivery-mock: \d+ things are wrong: \/data\/lastmile\/stores\/0.*\n$/,
      ),
    ]);
  });
});

describe('the commands that direct a running sandbox', () => {
  const at = ({ mock }: Served): string[] => ['--url', mock.url];

  it('order lets an order arrive', async () => {
    const served = await startSandbox();
    const plain = await runBeside(['order', ...at(served)]);
    expect([plain.status, plain.stderr]).toEqual([0, '']);
    expect(plain.stdout).toMatch(/^ord_\w+ has arrived at sto_\w+; it is created\.\n$/);
    const menu = await runBeside(['order', '--scenario', 'menu_publishing_fails', ...at(served)]);
    expect(menu.stdout).toMatch(/^menu_publishing_fails waits for submitMenu at sto_\w+\.\n$/);
    const json = await runBeside(['order', '--scenario', 'cash_order', '--json', ...at(served)]);
    expect(JSON.parse(json.stdout)).toMatchObject({ status: 'created', currency: 'KWD' });
    const given = { ...JSON.parse(json.stdout), id: 'ord_GIVEN1' };
    const whole = await runBeside([
      'order',
      '--order',
      file('order.json', given),
      '--json',
      ...at(served),
    ]);
    expect([whole.status, JSON.parse(whole.stdout).id]).toEqual([0, 'ord_GIVEN1']);
    const twice = await runBeside(['order', '--order', file('order.json', given), ...at(served)]);
    expect([twice.status, twice.stderr]).toEqual([
      1,
      'delivery-mock: /order/id: there is an order ord_GIVEN1 already.\n',
    ]);
  });

  it('advance moves a booking, an order and the clock', async () => {
    const served = await startSandbox();
    const { json: booking } = await served.book();
    const order = served.mock.createOrder();
    const advance = (...args: string[]) => runBeside(['advance', ...args, ...at(served)]);
    expect((await advance(booking.id, '--to', 'picked_up')).stdout).toMatch(
      new RegExp(`^${booking.id} is picked_up \\(revision \\d+\\)\\.\n$`),
    );
    expect((await advance(order.id)).stdout).toMatch(
      new RegExp(`^${order.id} is accepted \\(revision \\d+\\)\\.\n$`),
    );
    expect((await advance('--seconds', '60')).stdout).toBe(
      'It is 2026-11-20T18:01:00.000Z in the sandbox.\n',
    );
    expect(await advance('ord_none')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^delivery-mock: There is no order /),
    });
  });

  it('reset lets it begin anew', async () => {
    const served = await startSandbox();
    served.mock.createOrder();
    const { status, stdout } = await runBeside(['reset', '--seed', 'b', ...at(served)]);
    expect([status, stdout]).toEqual([
      0,
      'Everything is forgotten; it begins anew with the seed b.\n',
    ]);
    expect([served.mock.seed, served.mock.deliveries()]).toEqual(['b', []]);
    const wrong = await runBeside([
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

  it('say how to go on when nobody is there, or somebody else', async () => {
    const receiver = await useReceiver();
    const { origin } = new URL(receiver.url);
    receiver.answer = (response) => response.writeHead(200).end('<html>');
    expect(await runBeside(['order', '--url', 'http://127.0.0.1:9'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'delivery-mock: There is no sandbox at http://127.0.0.1:9. Start one with delivery-mock start, or say where it is with --url.\n',
    });
    expect((await runBeside(['order', '--url', origin])).stderr).toContain('is no sandbox (200)');
    const examples = await started(['--mode', 'examples']);
    expect((await runBeside(['order', '--url', examples.url])).stderr).toContain(
      'needs the mode sandbox',
    );
  });
});

describe('delivery-mock trigger', () => {
  it.each(
    tested.flatMap(({ contract, validate }) =>
      contract.webhooks.map((webhook) => ({ webhook, validate, name: webhook.name })),
    ),
  )('sends one signed $name that keeps to the contract', async ({ webhook, validate, name }) => {
    const receiver = await useReceiver();
    const [, example] = webhook.content.examples;
    if (example === undefined) throw new Error('unreachable');
    const sent = await runBeside([
      'trigger',
      name,
      '--to',
      receiver.url,
      '--secret',
      secret,
      '--example',
      example.name,
      '--json',
    ]);
    const published = await runBeside(['trigger', name, '--to', receiver.url]);
    expect([sent.status, published.status]).toEqual([0, 0]);
    const [first, second] = receiver.received;
    const event = new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {});
    expect(validate(webhook.content.schema, event)).toEqual([]);
    expect(event).toMatchObject({
      id: JSON.parse(sent.stdout).event.id,
      type: name,
      data: (example.value as { data: object }).data,
    });
    expect(() =>
      new Webhook(webhook.delivery.test_vector.secret).verify(
        second?.body ?? '',
        second?.headers ?? {},
      ),
    ).not.toThrow();
    expect(published.stdout).toMatch(
      /^evt_\w+ \(\w+\) to http:\S+, signed with the published test secret: 204 in \d+ ms\n$/,
    );
  });

  it('ends with 1 when the receiver does not take it', async () => {
    const receiver = await useReceiver();
    receiver.answer = (response) => response.writeHead(400).end('no');
    const refused = await runBeside(['trigger', 'order_created', '--to', receiver.url, '--json']);
    expect([refused.status, JSON.parse(refused.stdout).answer]).toEqual([
      1,
      { status: 400, body: 'no' },
    ]);
    const nobody = await runBeside(['trigger', 'order_created', '--to', 'http://127.0.0.1:9/']);
    expect([nobody.status, nobody.stdout]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  });
});

describe('delivery-mock listen', () => {
  it('registers itself, prints what comes, verified, and leaves again', async () => {
    const served = await startSandbox();
    const listener = await started(['listen', '--url', served.mock.url]);
    const url = `${listener.url}/`;
    expect(served.mock.webhooks()).toMatchObject({ lastmile: { url }, marketplace: { url } });
    const { json: booking } = await served.book();
    const order = served.mock.createOrder();
    await served.mock.advanceClock(60);
    await listener.says(`order_created  ${order.id}  created  revision 1  evt_`);
    await listener.says(`bookingUpdated  ${booking.id}  `);
    const attempts = served.mock.deliveries().flatMap((delivery) => delivery.attempts).length;
    await expect.poll(() => listener.output().match(/ {2}verified\n/g)?.length).toBe(attempts);
    expect(served.mock.deliveries().every(({ state }) => state === 'received')).toBe(true);
    expect(await end(listener)).toBe(0);
    expect(served.mock.webhooks()).toEqual({ lastmile: null, marketplace: null });
  });

  it('leaves other receivers alone unless it is told to replace them', async () => {
    const served = await startSandbox();
    served.mock.setWebhooks({ lastmile: { url: 'http://127.0.0.1:9/mine' } });
    const polite = await started(['listen', '--url', served.mock.url]);
    expect(polite.output()).toContain(
      'lastmile sends its events to http://127.0.0.1:9/mine; --replace takes over.',
    );
    expect(served.mock.webhooks().lastmile?.url).toBe('http://127.0.0.1:9/mine');
    const bold = await started(['listen', '--replace', '--url', served.mock.url]);
    expect(served.mock.webhooks()).toMatchObject({
      lastmile: { url: `${bold.url}/` },
      marketplace: { url: `${bold.url}/` },
    });
  });

  it('does not unregister who has replaced it', async () => {
    const served = await startSandbox();
    const first = await started(['listen', '--url', served.mock.url]);
    const second = await started(['listen', '--replace', '--url', served.mock.url]);
    expect(await end(first)).toBe(0);
    expect(served.mock.webhooks()).toMatchObject({
      lastmile: { url: `${second.url}/` },
      marketplace: { url: `${second.url}/` },
    });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'leaves again though %s comes twice, as it does under npx',
    async (signal) => {
      const listening: Running[] = [];
      const { mock } = await startSandbox({ log: () => listening.pop()?.child.kill(signal) });
      const listener = await started(['listen', '--url', mock.url]);
      listening.push(listener);
      expect(await end(listener, signal)).toBe(0);
      expect(mock.webhooks()).toEqual({ lastmile: null, marketplace: null });
    },
  );

  it('listens for anybody with a secret, and tells what does not verify', async () => {
    const listener = await started(['listen', '--secret', secret]);
    const trigger = (...args: string[]) =>
      runBeside(['trigger', 'order_created', '--to', listener.url, ...args]);
    expect((await trigger('--secret', secret)).status).toBe(0);
    await listener.says('  verified\n');
    expect((await trigger()).status).toBe(1);
    await listener.says('  wrong signature\n');
    expect((await fetch(listener.url)).status).toBe(405);
    expect((await fetch(listener.url, { method: 'POST', body: '\x1b[2J' })).status).toBe(401);
    await listener.says('not JSON  not signed\n');
    expect(listener.output()).not.toContain('\x1b');
  });

  it('says when no sandbox is there', async () => {
    const { status, stderr } = await runBeside([
      'listen',
      '--port',
      '0',
      '--url',
      'http://127.0.0.1:9',
    ]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('There is no sandbox at http://127.0.0.1:9.'),
    ]);
  });
});

describe('the command line', () => {
  it.each([
    [
      ['order', '--scenari', 'x'],
      'There is no option --scenari. Did you mean --scenario? See delivery-mock order --help.',
    ],
    [['order', '--speed', '2'], '--speed belongs to delivery-mock start, not to order.'],
    [['orders'], "There is no command 'orders'. Did you mean order? See delivery-mock --help."],
    [['advance'], 'Say what to move: an ID, or the clock with --seconds N.'],
    [
      ['advance', 'bkg_1', '--seconds', '5'],
      'Say what to move: an ID, or the clock with --seconds N.',
    ],
    [
      ['advance', 'evt_1'],
      "'evt_1' is the id neither of a booking (bkg_…) nor of an order (ord_…).",
    ],
    [
      ['advance', '--seconds', 'soon'],
      "--seconds takes a number from 0 to 31,622,400, not 'soon'.",
    ],
    [['trigger'], 'EVENT is missing. See delivery-mock trigger --help.'],
    [
      ['trigger', 'bookingUpdate', '--to', 'http://a.example'],
      "There is no event 'bookingUpdate'. Did you mean bookingUpdated? There are bookingUpdated and order_created.",
    ],
    [
      ['trigger', 'order_created'],
      '--to is missing: say where to send it, such as --to http://127.0.0.1:3000/hooks.',
    ],
    [
      ['trigger', 'order_created', '--to', 'ftp://a.example'],
      "--to takes an http or https address, such as http://127.0.0.1:3000/hooks, not 'ftp://a.example'.",
    ],
    [
      ['trigger', 'order_created', '--to', 'http://a.example', '--secret', 'x'],
      "--secret takes whsec_ and the base64 of 24 to 64 bytes, not 'x'.",
    ],
    [
      ['listen', '--secret', 'x'],
      "--secret takes whsec_ and the base64 of 24 to 64 bytes, not 'x'.",
    ],
    [['--speed', '0'], "--speed takes a number from 0.01 to 100,000, not '0'."],
    [['--start', 'now'], "--start takes a time such as 2026-11-20T18:00:00Z, not 'now'."],
    [['--max-entries', '0'], "--max-entries takes a whole number from 1 to 10,000,000, not '0'."],
    [
      ['--webhook', 'example'],
      "--webhook takes an http or https address, such as http://127.0.0.1:3000/hooks, not 'example'.",
    ],
    [
      ['--webhook', 'http://a.example', '--secret', 'x'],
      "--secret takes whsec_ and the base64 of 24 to 64 bytes, not 'x'.",
    ],
    [
      ['--secret', secret],
      '--secret says what signs the events that go to --webhook; say where that is.',
    ],
    [['--mode', 'examples', '--frozen'], '--frozen needs the mode sandbox.'],
    [['reset', 'now'], "'now' is one word too many. See delivery-mock reset --help."],
  ])('refuses %j in one line', (args, message) => {
    const { status, stdout, stderr } = run(args);
    expect([status, stdout, stderr]).toEqual([2, '', `delivery-mock: ${message}\n`]);
  });

  it.each([
    ['/nowhere.json', /^\/nowhere\.json cannot be read \(ENOENT\)\.$/],
    ['README.md', /^README\.md is not JSON: .*\.$/],
    [
      'package.json',
      /^\d+ things are wrong: \/data\/name is not known here; lastmile, marketplace are; .*; and \d+ more\.$/,
    ],
  ])('refuses --data %s with 1', (file, message) => {
    const { status, stderr } = run(['--port', '0', '--data', file]);
    expect([status, stderr.trim().replace('delivery-mock: ', '')]).toEqual([
      1,
      expect.stringMatching(message),
    ]);
  });

  it.each(['order', 'advance', 'trigger', 'listen', 'reset'])('explains %s', (command) => {
    const { status, stdout } = run([command, '--help']);
    expect([status, stdout.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^delivery-mock ${command}: \\w`)),
    ]);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(stdout).toMatch(
      /Ends with 0 when all went well, with 1 when something failed, with 2 when the command line makes no sense\.\n$/,
    );
    expect(run(['--help']).stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
  });
});
