import type { Contract } from '@delivery-api/specs/contract';
import { sendWebhook } from '../../../mock/src/http/webhook-sender.ts';
import { SimulatedClock, systemClock } from '../../src/kernel/clock.ts';
import type { InterfaceContext } from '../../src/kernel/interface-behavior.ts';
import { createIds, Random } from '../../src/kernel/random.ts';
import { Scheduler } from '../../src/kernel/scheduler.ts';
import { Store, type StoreSnapshot } from '../../src/kernel/store.ts';
import { Dispatcher } from '../../src/webhooks/dispatcher.ts';

export interface ContextOptions {
  contract: Contract;
  /** Start time of the default clock, in milliseconds since 1970. */
  start: number;
  /** Default: a frozen clock at `start`. */
  clock?: SimulatedClock;
  seed?: string;
  maxEntries?: number;
  /** State to continue from. */
  snapshot?: StoreSnapshot;
  onChange?: InterfaceContext['onChange'];
}

/** Creates the context of a behavior. The dispatcher has no target unless the snapshot has one. */
export function createContext({
  contract,
  start,
  clock = new SimulatedClock({ start, frozen: true }),
  seed = 'test',
  maxEntries = 10_000,
  snapshot,
  onChange = () => {},
}: ContextOptions): InterfaceContext & { dispatcher: Dispatcher } {
  const [webhook] = contract.webhooks;
  if (webhook === undefined) throw new Error(`The contract '${contract.name}' has no webhook.`);
  const { name } = contract;
  const store = new Store(snapshot);
  const scheduler = new Scheduler(clock, store);
  const random = new Random(seed, store, `${name}.random`);
  const newId = createIds(random, store, `${name}.ids.count`);
  const dispatcher = new Dispatcher({
    name,
    clock,
    wall: systemClock,
    store,
    scheduler,
    schedule: webhook.delivery,
    newId,
    sender: sendWebhook,
  });
  return {
    contract,
    clock,
    store,
    scheduler,
    random,
    newId,
    dispatcher,
    maxEntries,
    baseUrl: () => `http://127.0.0.1:4010/${name}`,
    onChange,
  };
}
