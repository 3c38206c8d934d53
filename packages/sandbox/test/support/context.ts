import type { Contract } from '@delivery-api/specs/contract';
import { realClock, SandboxClock } from '../../src/kernel/clock.ts';
import type { InterfaceContext } from '../../src/kernel/interface-behavior.ts';
import { idMaker, Random } from '../../src/kernel/random.ts';
import { Scheduler } from '../../src/kernel/scheduler.ts';
import { Store, type StoreSnapshot } from '../../src/kernel/store.ts';
import { Dispatcher } from '../../src/webhooks/dispatcher.ts';

export interface ContextOptions {
  contract: Contract;
  /** Simulated time at the start, in milliseconds since 1970; the clock is frozen. */
  start: number;
  clock?: SandboxClock;
  seed?: string;
  maxEntries?: number;
  /** State to continue from. */
  snapshot?: StoreSnapshot;
  onChange?: InterfaceContext['onChange'];
}

/** Creates what a behavior needs, with a frozen clock and a real dispatcher without a target. */
export function createContext({
  contract,
  start,
  clock = new SandboxClock({ start, frozen: true }),
  seed = 'test',
  maxEntries = 10_000,
  snapshot,
  onChange = () => {},
}: ContextOptions): InterfaceContext {
  const [webhook] = contract.webhooks;
  if (webhook === undefined) throw new Error(`The contract '${contract.name}' has no webhook.`);
  const store = new Store(snapshot);
  const random = new Random(seed);
  const newId = idMaker(random);
  return {
    contract,
    clock,
    store,
    scheduler: new Scheduler(clock, store),
    random,
    newId,
    dispatcher: new Dispatcher({ clock, wall: realClock, plan: webhook.delivery, newId }),
    maxEntries,
    baseUrl: () => `http://127.0.0.1:4010/${contract.name}`,
    onChange,
  };
}
