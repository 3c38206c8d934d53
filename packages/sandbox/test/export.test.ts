import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { webhookFaults } from '../src/kernel/delivery.ts';
import { stateVersion } from '../src/migrations.ts';
import type { WebhookRequest } from '../src/webhooks/webhook-sender.ts';
import { testContracts } from './support/contracts.ts';
import { runs } from './support/runs.ts';
import { SandboxDriver, type Step } from './support/sandbox-driver.ts';
import { StoredImage } from './support/stored-image.ts';

const scenariosOf = (interfaceName: string): string[] =>
  testContracts
    .filter(({ name }) => name === interfaceName)
    .flatMap(({ contract }) => contract.scenarios.map(({ name }) => name));

const subject = fc.nat(5);
const interfaces = fc.constantFrom('lastmile' as const, 'marketplace' as const);
const token = fc.constantFrom('test_token', 'test_token', 'test_token', 'test_other');
const key = fc.option(fc.constantFrom('key-00000001', 'key-00000002', 'key-00000003'), {
  nil: undefined,
});
const request = (
  operations: readonly string[],
  members: fc.Arbitrary<Extract<Step, { kind: 'request' }>['members']> = fc.constant({}),
): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constant('request' as const),
    operation: fc.constantFrom(...operations),
    example: fc.nat(2),
    subject,
    members,
    key,
    token,
  });

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: request(
      ['createBooking', 'createEstimate'],
      fc.record({
        external_reference: fc.constantFrom('A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6'),
        pickup: fc.constant({ store_id: 'sto_01JD3M7X9KQA' }),
        test_scenario: fc.constantFrom(...scenariosOf('lastmile')),
      }),
    ),
  },
  { weight: 2, arbitrary: request(['cancelBooking', 'getBookingDetails', 'getStoreInfo']) },
  {
    weight: 3,
    arbitrary: request(
      ['setOrderStatus'],
      fc.record({ status: fc.constantFrom('accepted', 'preparing', 'ready', 'completed') }),
    ),
  },
  {
    weight: 3,
    arbitrary: request([
      'acknowledgeOrder',
      'setStoreStatus',
      'submitMenu',
      'getOrder',
      'getStore',
    ]),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('create_order' as const),
      scenario: fc.constantFrom(...scenariosOf('marketplace')),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('advance_resource' as const),
      interface: interfaces,
      subject,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('advance_clock' as const),
      seconds: fc.constantFrom(1, 5, 30, 300, 3_600, 90_000),
    }),
  },
  fc.record({
    kind: fc.constant('faults' as const),
    operation: fc.constantFrom('*', 'createBooking', 'getOrder'),
    code: fc.constant('internal_error'),
    event: fc.constantFrom('*', 'bookingUpdated', 'order_created'),
    fault: fc.constantFrom(...webhookFaults),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('target' as const),
      interface: interfaces,
      isRegistered: fc.constantFrom(true, true, true, false),
    }),
  },
  fc.record({ kind: fc.constant('redeliver' as const), interface: interfaces, subject }),
);

const plans = fc.array(fc.record({ step: steps, isMoved: fc.boolean() }), { maxLength: 30 });

const targets: Step[] = [
  { kind: 'target', interface: 'lastmile', isRegistered: true },
  { kind: 'target', interface: 'marketplace', isRegistered: true },
];

describe('a sandbox that imports the export of another sandbox', () => {
  it('returns the same responses, sends the same events and ends in the same state as the original sandbox', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (list) => {
        const [original, moved] = [new SandboxDriver(), new SandboxDriver()];
        for (const step of targets) for (const one of [original, moved]) await one.take(step);
        for (const { step, isMoved } of list) {
          await original.take(step);
          await moved.take(step);
          if (isMoved) moved.moveToNewSandbox();
          expect(moved.responses.at(-1)).toEqual(original.responses.at(-1));
        }
        expect(moved.webhooks).toEqual(original.webhooks);
        expect(moved.sandbox.export()).toEqual(original.sandbox.export());
        for (const { sandbox } of [original, moved]) sandbox.stop();
      }),
      runs(60),
    );
  });

  it('sends an attempt again if it was in flight at the time of the export', async () => {
    const driver = new SandboxDriver();
    const requests: WebhookRequest[] = [];
    driver.send = (sent) => {
      requests.push(sent);
      return new Promise(() => {});
    };
    for (const step of targets) await driver.take(step);
    const { dispatcher } = driver.sandbox.interface('lastmile');
    const event = { id: 'evt_1', type: 'bookingUpdated', occurred_at: '2026-11-20T18:00:00.000Z' };
    dispatcher.send(event, 'bkg_1');
    driver.send = async (sent) => {
      requests.push(sent);
      return { status: 204, headers: {}, body: '', milliseconds: 1 };
    };
    driver.moveToNewSandbox();
    const imported = driver.sandbox.interface('lastmile').dispatcher;
    await imported.settle();
    expect(requests.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_1', 'evt_1']);
    expect(imported.find('evt_1')[0]).toMatchObject({
      state: 'received',
      attempts: [{ number: 1, status: 204 }],
      pending: [],
    });
  });

  it('keeps the seed, the secret and the next request ID', () => {
    const driver = new SandboxDriver();
    const { secret } = driver.sandbox;
    driver.sandbox.runtime.newRequestId();
    const snapshot = driver.sandbox.export();
    const next = driver.sandbox.runtime.newRequestId();
    const { sandbox } = new SandboxDriver(snapshot);
    expect([sandbox.runtime.seed, sandbox.secret, sandbox.runtime.newRequestId()]).toEqual([
      'driver',
      secret,
      next,
    ]);
  });
});

describe('a sandbox whose changes are stored', () => {
  it('continues from the storage as if it had never stopped', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (list) => {
        const [original, restarted] = [
          new SandboxDriver(),
          new SandboxDriver(undefined, new StoredImage()),
        ];
        for (const step of targets) for (const one of [original, restarted]) await one.take(step);
        for (const { step, isMoved } of list) {
          await original.take(step);
          await restarted.take(step);
          restarted.store();
          if (isMoved) restarted.restart();
          expect(restarted.responses.at(-1)).toEqual(original.responses.at(-1));
        }
        expect(restarted.webhooks).toEqual(original.webhooks);
        restarted.restart();
        expect(restarted.sandbox.export()).toEqual(original.sandbox.export());
        for (const { sandbox } of [original, restarted]) sandbox.stop();
      }),
      runs(60),
    );
  });

  it('stores the complete state again after a reset and after an import', () => {
    const image = new StoredImage();
    const driver = new SandboxDriver(undefined, image);
    driver.store();
    expect(driver.sandbox.takeChanges().rows).toEqual([]);
    const snapshot = driver.sandbox.export();
    for (const replace of [() => driver.sandbox.reset({}), () => driver.sandbox.import(snapshot)]) {
      replace();
      const changes = driver.sandbox.takeChanges();
      expect(changes.replaces).toBe(true);
      image.apply(changes);
      const stored = { snapshot: image.snapshot() };
      expect(new SandboxDriver(stored.snapshot).sandbox.export()).toEqual(driver.sandbox.export());
    }
  });

  it('continues with the state that an earlier mock version stored, and stores the complete state again', () => {
    const image = new StoredImage();
    const driver = new SandboxDriver(undefined, image);
    driver.store();
    const { collections, values } = image.snapshot();
    const target = { url: 'http://receiver.example/', secrets: [driver.sandbox.secret] };
    delete values['lastmile.webhooks.targets'];
    const snapshot = {
      collections,
      values: { ...values, 'lastmile.webhooks.target': target, 'state.version': 1 },
    };
    const migrated = new SandboxDriver(undefined, new StoredImage(), undefined, snapshot);
    const { dispatcher } = migrated.sandbox.interface('lastmile');
    expect(dispatcher.target).toMatchObject({ url: target.url });
    const changes = migrated.sandbox.takeChanges();
    expect(changes.replaces).toBe(true);
    expect(changes.values).toContainEqual({ name: 'state.version', value: stateVersion });
  });

  it('rejects the stored state of a later mock version', () => {
    const snapshot = { collections: {}, values: { 'state.version': 99 } };
    const open = () => new SandboxDriver(undefined, new StoredImage(), undefined, snapshot);
    expect(open).toThrow(
      /has version 99; this mock reads versions up to \d+\. Start a later version/,
    );
  });

  it('sends an attempt again if it was aborted when the sandbox stopped', async () => {
    const driver = new SandboxDriver(undefined, new StoredImage());
    const { dispatcher } = driver.sandbox.interface('lastmile');
    dispatcher.register({ url: 'http://receiver.example/', secrets: [driver.sandbox.secret] });
    driver.send = () =>
      new Promise((resolve) => {
        abort = () =>
          resolve({ status: undefined, headers: {}, body: '', error: '', milliseconds: 1 });
      });
    let abort = (): void => {};
    const event = { id: 'evt_1', type: 'bookingUpdated', occurred_at: '2026-11-20T18:00:00.000Z' };
    dispatcher.send(event, 'bkg_1');
    await Promise.resolve();
    driver.sandbox.stop();
    abort();
    await dispatcher.settle();
    driver.send = async () => ({ status: 204, headers: {}, body: '', milliseconds: 1 });
    driver.restart();
    const resumed = driver.sandbox.interface('lastmile').dispatcher;
    await resumed.settle();
    expect(resumed.find('evt_1')[0]).toMatchObject({
      state: 'received',
      attempts: [{ number: 1, status: 204 }],
    });
  });

  it('sends no webhook before the event is durable, and no webhook if the event is lost', async () => {
    const sent: string[] = [];
    let decide: Record<'resolve' | 'reject', () => void> | undefined;
    const durable = () =>
      new Promise<void>((resolve, reject) => {
        decide = { resolve, reject: () => reject(new Error('lost')) };
      });
    const { sandbox } = new SandboxDriver(undefined, undefined, durable);
    const { dispatcher } = sandbox.interface('lastmile');
    dispatcher.register({ url: 'http://receiver.example/', secrets: [sandbox.secret] });
    for (const [id, outcome] of [
      ['evt_lost', 'reject'],
      ['evt_durable', 'resolve'],
    ] as const) {
      dispatcher.send({ id, type: 'bookingUpdated', occurred_at: '2026-11-20T18:00:00.000Z' }, id);
      await Promise.resolve();
      expect(dispatcher.find(id)[0]?.attempts).toEqual([]);
      decide?.[outcome]();
      await dispatcher.settle();
      if ((dispatcher.find(id)[0]?.attempts.length ?? 0) > 0) sent.push(id);
    }
    expect(sent).toEqual(['evt_durable']);
  });
});
