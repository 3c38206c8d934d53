import type { Json, JsonObject } from '@delivery-api/specs/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SimulatedClock } from '../../src/kernel/clock.ts';
import type { InterfaceContext, MarketplaceBehavior } from '../../src/kernel/interface-behavior.ts';
import { Random } from '../../src/kernel/random.ts';
import { Scheduler } from '../../src/kernel/scheduler.ts';
import { Store, type StoreSnapshot } from '../../src/kernel/store.ts';
import { createMarketplaceBehavior } from '../../src/marketplace/index.ts';
import { createContext } from '../support/context.ts';
import {
  amsterdam,
  commandFor,
  contract,
  minute,
  requestExample,
  responseOf,
  second,
  start,
} from '../support/marketplace.ts';
import { runs } from '../support/runs.ts';

/** The sandbox state that is not in the store. */
interface TestEnvironment {
  now: number;
  randomNumberCount: number;
  idCount: number;
}

interface TestSandbox extends TestEnvironment {
  clock: SimulatedClock;
  store: Store;
  behavior: MarketplaceBehavior;
  /** All observable results, in order. */
  log: Json[];
}

function createSandbox(
  snapshot?: StoreSnapshot,
  { now, randomNumberCount, idCount }: TestEnvironment = {
    now: start,
    randomNumberCount: 0,
    idCount: 0,
  },
): TestSandbox {
  const clock = new SimulatedClock({ start: now, frozen: true });
  const store = new Store(snapshot);
  const scheduler = new Scheduler(clock, store);
  const log: Json[] = [];
  const sandbox = { clock, store, log, now, randomNumberCount, idCount } as TestSandbox;
  const random = new Random('export');
  for (let count = 0; count < randomNumberCount; count++) random.next();
  const { next } = random;
  random.next = () => {
    sandbox.randomNumberCount += 1;
    return next.call(random);
  };
  const record = (kind: string, ...details: Json[]): void =>
    void log.push([clock.instant(), kind, ...details]);
  const dispatcher = {
    onAttempt: () => {},
    delivery: () => ({ state: 'received' }),
    send: (event: JsonObject, subject: string) => record('send', subject, event),
    redeliver: (eventId: string) => record('redeliver', eventId),
    stop: (eventId: string) => record('stop', eventId),
  } as unknown as InterfaceContext['dispatcher'];
  sandbox.behavior = createMarketplaceBehavior({
    ...createContext({ contract, start: now }),
    clock,
    store,
    scheduler,
    random,
    dispatcher,
    newId: (prefix) => `${prefix}_${String(++sandbox.idCount).padStart(12, '0')}`,
    onChange: (kind, id) => record('change', kind, id),
  });
  scheduler.resume();
  return sandbox;
}

/** Creates a new sandbox that continues with the exported state of another sandbox. */
function copyOf({ store, clock, randomNumberCount, idCount }: TestSandbox): TestSandbox {
  const snapshot = JSON.parse(JSON.stringify(store.snapshot())) as StoreSnapshot;
  return createSandbox(snapshot, { now: clock.now(), randomNumberCount, idCount });
}

/** Returns the values and records in the store of a sandbox, without the record positions. */
const recordsOf = ({ store }: TestSandbox): unknown => {
  const { collections, values } = store.snapshot();
  const records = Object.entries(collections).map(([name, rows]) => [
    name,
    rows.map(({ record }) => record),
  ]);
  return { values, records: Object.fromEntries(records) };
};

const menu = {
  ...requestExample('submitMenu', 'submit_evening_menu'),
  default_locale: 'nl-BE',
};
const reason = { code: 'item_unavailable' };
const sold = {
  line_id: 'line_1',
  available_quantity: 0,
  unavailable_until: '2026-11-20T20:00:00Z',
};
const waits = [second, 30 * second, minute, 5 * minute, 20 * minute, 65 * minute];

type Step = (sandbox: TestSandbox, orderId: string) => Promise<void> | void;

/** Sends a request and logs the response. */
const request =
  (operation: string, body: JsonObject, storeId?: string): Step =>
  ({ behavior, log }, id) => {
    const parameters = storeId === undefined ? { id } : { store_id: storeId };
    const response = responseOf(() => behavior.respond(commandFor(operation, parameters, body)));
    log.push([operation, response.status, response.body]);
  };

const possibleSteps: Step[] = [
  ...waits.map(
    (wait): Step =>
      ({ clock }) =>
        clock.advance(wait),
  ),
  ({ behavior, log }, id) => void log.push(responseOf(() => behavior.advance(id, undefined)).body),
  ({ behavior, log }) => {
    const options = { scenario: 'pickup_happy_path', store_id: amsterdam };
    log.push(responseOf(() => behavior.createOrder(options)).body);
  },
  request('acknowledgeOrder', { result: 'succeeded' }),
  request('setOrderStatus', { status: 'accepted', preparation_minutes: 10 }),
  request('setOrderStatus', { status: 'preparing', preparation_minutes: 12 }),
  request('setOrderStatus', { status: 'ready' }),
  request('setOrderStatus', { status: 'rejected', reason, unavailable_items: [sold] }),
  request('setOrderStatus', { status: 'delivery_failed', reason }),
  request('setStoreStatus', { status: 'busy', duration_minutes: 10 }, amsterdam),
  request('submitMenu', menu),
];

async function run(
  scenario: string,
  sequence: readonly Step[],
  exportAfter: number | undefined,
): Promise<{ log: Json[]; records: unknown; read: JsonObject }> {
  let sandbox = createSandbox();
  const created = sandbox.behavior.createOrder({ scenario }).body as JsonObject;
  const id = String(created.id);
  const log: Json[] = [created];
  for (const [index, step] of sequence.entries()) {
    await step(sandbox, id);
    if (index !== exportAfter) continue;
    log.push(...sandbox.log);
    sandbox = copyOf(sandbox);
  }
  log.push(...sandbox.log);
  return { log, records: recordsOf(sandbox), read: sandbox.behavior.snapshot(100) };
}

it.each(contract.scenarios.map(({ name }) => name))(
  'the results for an order of the %s scenario do not change if the sandbox is exported and imported after a random step',
  async (scenario) => {
    const sequences = fc.array(fc.constantFrom(...possibleSteps), {
      minLength: 2,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(sequences, fc.nat(), async (sequence, place) => {
        const expected = await run(scenario, sequence, undefined);
        const exported = await run(scenario, sequence, place % sequence.length);
        expect(exported.log).toEqual(expected.log);
        expect(exported.records).toEqual(expected.records);
        expect(exported.read).toEqual(expected.read);
      }),
      runs(12),
    );
  },
);
