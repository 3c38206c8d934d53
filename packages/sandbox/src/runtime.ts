import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import { type KeptAnswer, sandboxMode } from './handle-command.ts';
import type { ChangeFeed } from './kernel/change-feed.ts';
import { type ClockOptions, SandboxClock, type WallClock } from './kernel/clock.ts';
import { OperationFaultList } from './kernel/fault-injection.ts';
import { IdempotencyKeys } from './kernel/idempotency-keys.ts';
import type {
  InterfaceBehavior,
  InterfaceContext,
  MarketplaceBehavior,
} from './kernel/interface-behavior.ts';
import type { ModeBehaviour } from './kernel/mode.ts';
import { ProblemError } from './kernel/problem-error.ts';
import { idMaker, Random } from './kernel/random.ts';
import { RateLimits } from './kernel/rate-limits.ts';
import { requestIds } from './kernel/request-id.ts';
import { RequestLog } from './kernel/request-log.ts';
import { Scheduler } from './kernel/scheduler.ts';
import { Store } from './kernel/store.ts';
import type { InterfaceName, SandboxData } from './types.ts';
import type { Target } from './webhooks/delivery.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';
import { EventFaultList } from './webhooks/event-faults.ts';

/** Makes the world of each interface. */
export interface BehaviorFactories {
  lastmile: (parts: InterfaceContext) => InterfaceBehavior;
  marketplace: (parts: InterfaceContext) => MarketplaceBehavior;
}

/** What stays the same from one run of a sandbox to the next. */
export interface RuntimeOptions {
  contracts: ReadonlyMap<InterfaceName, Contract>;
  worlds: BehaviorFactories;
  clock: Omit<ClockOptions, 'wall'>;
  wall: WallClock;
  maxEntries: number;
  /** Whether the rates of the contract are enforced. */
  limits: boolean;
  /** The base address of an interface, for links in answers. */
  baseUrl: (name: InterfaceName) => string;
  changes: ChangeFeed;
}

/** One interface of a run. */
export interface InterfaceRuntime {
  world: InterfaceBehavior;
  dispatcher: Dispatcher;
  mode: ModeBehaviour;
}

/** Everything that a sandbox knows from its beginning, or from the last time it was reset. */
export interface Runtime {
  seed: string;
  clock: SandboxClock;
  sides: ReadonlyMap<InterfaceName, InterfaceRuntime>;
  faults: OperationFaultList;
  eventFaults: EventFaultList;
  requests: RequestLog;
  /** The ids of requests to the interfaces, which the seed makes repeatable. */
  newRequestId: () => string;
}

/**
 * Begins a run. All chance in it stems from the seed, for each interface on its own, so that what
 * is asked of one never changes the other.
 *
 * @param targets where events go from the beginning
 * @throws {ProblemError} `validation_failed` when the data cannot be loaded
 */
export function createRuntime(
  parts: RuntimeOptions,
  seed: string,
  targets: ReadonlyMap<InterfaceName, Target>,
  data: SandboxData = {},
): Runtime {
  const clock = new SandboxClock({ ...parts.clock, wall: parts.wall });
  const store = new Store();
  const scheduler = new Scheduler(clock, store);
  const faults = new OperationFaultList();
  const eventFaults = new EventFaultList();
  const ids = new Random(`${seed} requests`);
  const sides = new Map<InterfaceName, InterfaceRuntime>();
  try {
    for (const [name, contract] of parts.contracts) {
      const side = makeSide(
        parts,
        seed,
        clock,
        store,
        scheduler,
        faults,
        eventFaults,
        name,
        contract,
      );
      side.dispatcher.register(targets.get(name));
      sides.set(name, side);
      const own = data[name];
      if (own !== undefined) load(name, side.world, own as JsonObject);
    }
  } catch (error) {
    clock.stop();
    throw error;
  }
  return {
    seed,
    clock,
    sides,
    faults,
    eventFaults,
    requests: new RequestLog(),
    newRequestId: requestIds(() => ids.next()),
  };
}

/** Ends a run; nothing of it is played or sent any more. */
export function stopRuntime({ clock, sides }: Runtime, cutsOff: boolean): void {
  clock.stop();
  for (const { dispatcher } of sides.values()) dispatcher.close(cutsOff);
}

function makeSide(
  { worlds, wall, maxEntries, limits, baseUrl, changes }: RuntimeOptions,
  seed: string,
  clock: SandboxClock,
  store: Store,
  scheduler: Scheduler,
  faults: OperationFaultList,
  eventFaults: EventFaultList,
  name: InterfaceName,
  contract: Contract,
): InterfaceRuntime {
  const [webhook] = contract.webhooks;
  if (webhook === undefined) throw new Error(`The contract '${name}' has no webhook.`);
  const newId = idMaker(new Random(`${seed} ${name} ids`));
  const dispatcher = new Dispatcher({
    clock,
    wall,
    plan: webhook.delivery,
    newId,
    faultsFor: (type) => eventFaults.next(type),
    onChange: ({ id, eventId, type, subject, state }) =>
      changes.emit('delivery', () => ({
        interface: name,
        id,
        event_id: eventId,
        type,
        subject,
        state,
      })),
  });
  const world = worlds[name]({
    contract,
    clock,
    store,
    scheduler,
    random: new Random(`${seed} ${name}`),
    newId,
    dispatcher,
    maxEntries,
    baseUrl: () => baseUrl(name),
    onChange: (kind, id) => changes.emit('resource', () => ({ interface: name, kind, id })),
  });
  const mode = sandboxMode({
    world,
    keys: new IdempotencyKeys<KeptAnswer>(() => clock.now(), maxEntries),
    faults,
    rates: limits ? new RateLimits(() => clock.now()) : undefined,
    sleep: (milliseconds) => new Promise((resolve) => wall.wake(resolve, milliseconds)),
  });
  return { world, dispatcher, mode };
}

function load(name: InterfaceName, world: InterfaceBehavior, data: JsonObject): void {
  try {
    world.reset(data);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const faults = error.errors.map((fault) => ({
      ...fault,
      pointer: `/data/${name}${fault.pointer ?? ''}`,
    }));
    throw new ProblemError(error.code, `${name}: ${error.message}`, {
      members: error.members,
      errors: faults,
    });
  }
}
