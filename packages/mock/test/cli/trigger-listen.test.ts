import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { testContracts } from '../../../sandbox/test/support/contracts.ts';
import { controlClient } from '../../src/cli/control-client.ts';
import { registerReceiver } from '../../src/cli/register-receiver.ts';
import { end, type Running, runAsync } from '../support/command.ts';
import { startSandbox, useReceiver } from '../support/sandbox.ts';
import { secret, started } from '../support/use-command.ts';

describe('delivery-mock trigger', () => {
  it.each(
    testContracts.flatMap(({ contract, validate }) =>
      contract.webhooks.map((webhook) => ({ webhook, validate, name: webhook.name })),
    ),
  )(
    'sends one signed $name event that is valid against the contract',
    async ({ webhook, validate, name }) => {
      const receiver = await useReceiver();
      const [, example] = webhook.content.examples;
      if (example === undefined) throw new Error('unreachable');
      const sent = await runAsync([
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
      const published = await runAsync(['trigger', name, '--to', receiver.url]);
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
        /^evt_\w+ \(\w+\) to http:\S+, signed with the test secret in the contract: 204 in \d+ ms\n$/,
      );
    },
  );

  it('exits with code 1 when the receiver rejects the event or is not reachable', async () => {
    const receiver = await useReceiver();
    receiver.respond = (response) => response.writeHead(400).end('no');
    const rejected = await runAsync(['trigger', 'order_created', '--to', receiver.url, '--json']);
    expect([rejected.status, JSON.parse(rejected.stdout).response]).toEqual([
      1,
      { status: 400, body: 'no' },
    ]);
    const unreachable = await runAsync(['trigger', 'order_created', '--to', 'http://127.0.0.1:9/']);
    expect([unreachable.status, unreachable.stdout]).toEqual([
      1,
      expect.stringContaining('ECONNREFUSED'),
    ]);
  });
});

describe('delivery-mock listen', () => {
  it('registers a receiver, prints each event with its verification result, and removes the receiver when it stops', async () => {
    const served = await startSandbox();
    const listener = await started(['listen', '--url', served.mock.url]);
    const url = `${listener.url}/`;
    expect(served.mock.receivers()).toMatchObject([
      { url, interfaces: ['lastmile', 'marketplace'], expires_after_seconds: 15 },
    ]);
    const { json: booking } = await served.book();
    const order = served.mock.createOrder();
    await served.mock.advanceClock(60);
    await listener.waitForOutput(`order_created  ${order.id}  created  revision 1  evt_`);
    await listener.waitForOutput(`bookingUpdated  ${booking.id}  `);
    const attempts = served.mock.deliveries().flatMap((delivery) => delivery.attempts).length;
    await expect.poll(() => listener.output().match(/ {2}verified\n/g)?.length).toBe(attempts);
    expect(served.mock.deliveries().every(({ state }) => state === 'received')).toBe(true);
    expect(await end(listener)).toBe(0);
    expect(served.mock.receivers()).toEqual([]);
  });

  it('registers again with a restarted sandbox, and gets the secret of the restarted sandbox', async () => {
    const first = await startSandbox({ seed: 'first' });
    const restarted = await startSandbox({ seed: 'restarted' });
    let sandbox = first.mock;
    const registered: string[][] = [];
    const registration = await registerReceiver(
      (...request) => controlClient(sandbox.url)(...request),
      'http://127.0.0.1:9/',
      { onRegistered: ({ secrets }) => void registered.push(secrets), heartbeatMs: 10 },
    );
    sandbox = restarted.mock;
    await expect.poll(() => registered.length).toBe(2);
    expect(registered[1]).toEqual(sandbox.receivers()[0]?.secrets);
    expect(registered[1]).not.toEqual(registered[0]);
    await registration.end();
    expect(sandbox.receivers()).toEqual([]);
  });

  it('receives the same events as the webhook target and a second listener', async () => {
    const served = await startSandbox();
    const receiver = await useReceiver();
    served.mock.setWebhooks({ marketplace: { url: receiver.url } });
    const listeners = [];
    for (let count = 0; count < 2; count++)
      listeners.push(await started(['listen', '--port', '0', '--url', served.mock.url]));
    const order = served.mock.createOrder();
    for (const listener of listeners) await listener.waitForOutput(`order_created  ${order.id}  `);
    await expect.poll(() => receiver.received.length).toBe(1);
    const deliveries = () => served.mock.deliveries({ subject: order.id });
    await expect
      .poll(() => deliveries().map(({ state }) => state))
      .toEqual(Array.from({ length: 3 }, () => 'received'));
    expect(new Set(deliveries().map(({ event_id }) => event_id)).size).toBe(1);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'removes its receiver when it receives %s twice, which can happen with npx',
    async (signal) => {
      const listening: Running[] = [];
      const { mock } = await startSandbox({ log: () => listening.pop()?.child.kill(signal) });
      const listener = await started(['listen', '--url', mock.url]);
      listening.push(listener);
      expect(await end(listener, signal)).toBe(0);
      expect(mock.receivers()).toEqual([]);
    },
  );

  it('with --secret, verifies events from any sender, and prints why an event fails verification', async () => {
    const listener = await started(['listen', '--secret', secret]);
    const trigger = (...args: string[]) =>
      runAsync(['trigger', 'order_created', '--to', listener.url, ...args]);
    expect((await trigger('--secret', secret)).status).toBe(0);
    await listener.waitForOutput('  verified\n');
    expect((await trigger()).status).toBe(1);
    await listener.waitForOutput('  wrong signature\n');
    expect((await fetch(listener.url)).status).toBe(405);
    expect((await fetch(listener.url, { method: 'POST', body: '\x1b[2J' })).status).toBe(401);
    await listener.waitForOutput('not a JSON object  not signed\n');
    expect(listener.output()).not.toContain('\x1b');
  });

  it('reports that no sandbox runs at the URL', async () => {
    const { status, stderr } = await runAsync([
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
