import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import { type CommandHandler, createCommandHandler, type KeyOutcome } from './handle-command.ts';
import type { ChangeFeed } from './kernel/change-feed.ts';
import { type ClockOptions, SimulatedClock, type WallClock } from './kernel/clock.ts';
import type { EventFault } from './kernel/fault-injection.ts';
import { FaultList, type OperationFault } from './kernel/fault-injection.ts';
import { IdempotencyKeys } from './kernel/idempotency-keys.ts';
import type {
  InterfaceBehavior,
  InterfaceContext,
  LastmileBehavior,
  MarketplaceBehavior,
} from './kernel/interface-behavior.ts';
import { ProblemError } from './kernel/problem-error.ts';
import { createIds, Random } from './kernel/random.ts';
import { RateLimits } from './kernel/rate-limits.ts';
import { createRequestIds } from './kernel/request-id.ts';
import { Scheduler } from './kernel/scheduler.ts';
import { Store, type StoredValue, type StoreSnapshot } from './kernel/store.ts';
import { migrateState, stateVersion } from './migrations.ts';
import { RequestLog } from './request-log.ts';
import type { InterfaceName, SandboxData } from './types.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';
import type { Target } from './webhooks/target.ts';
import type { WebhookSender } from './webhooks/webhook-sender.ts';

/** The functions that create the behavior of each interface. */
export interface BehaviorFactories {
  lastmile: (context: InterfaceContext) => LastmileBehavior;
  marketplace: (context: InterfaceContext) => MarketplaceBehavior;
}

/** The options that stay the same when a sandbox is reset. */
export interface RuntimeOptions {
  contracts: ReadonlyMap<InterfaceName, Contract>;
  behaviors: BehaviorFactories;
  clock: Omit<ClockOptions, 'wall' | 'store'>;
  wallClock: WallClock;
  sender: WebhookSender;
  maxEntries: number;
  /** Whether the rate limits in the contract are enforced. */
  limits: boolean;
  /** Returns the base URL of an interface, for links in responses. */
  baseUrl: (name: InterfaceName) => string;
  changes: ChangeFeed;
  /** Called whenever state changes, with the name of its collection or value in the store. */
  onStateChange?: ((name: string) => void) | undefined;
  /**
   * Resolves once all state changes so far are durable. Webhooks are sent only afterwards. Absent
   * without storage.
   */
  durable?: (() => Promise<void>) | undefined;
}

/** A state that is already in the storage. */
export interface StoredState {
  snapshot: StoreSnapshot;
  /** Real time since the state was stored, in milliseconds (`elapsed` of the clock). */
  elapsed: number;
}

/** The initial state of a runtime. */
export interface InitialState {
  seed: string;
  /** The secret that signs events for targets without a secret. */
  secret: string;
  targets?: ReadonlyMap<InterfaceName, readonly [id: string, target: Target][]>;
  data?: SandboxData | undefined;
}

/** One interface of a runtime. */
export interface InterfaceRuntime {
  behavior: InterfaceBehavior;
  dispatcher: Dispatcher;
  handler: CommandHandler;
}

/** The state of a sandbox since its start or last reset, and the components that change it. */
export interface Runtime {
  readonly seed: string;
  readonly secret: string;
  store: Store;
  clock: SimulatedClock;
  interfaces: ReadonlyMap<InterfaceName, InterfaceRuntime>;
  faults: FaultList<OperationFault>;
  eventFaults: FaultList<EventFault>;
  /** The Lastmile partners that the operator has blocked. */
  blockedPartners: StoredValue<readonly string[]>;
  requests: RequestLog;
  /** Returns the next request ID for an interface request. The seed determines it. */
  newRequestId: () => string;
}

/**
 * Creates a runtime. The seed determines the random values of each interface independently, and the
 * request IDs.
 *
 * @param initial the initial state, or the snapshot of another runtime to continue. `elapsed` is
 * present only if the snapshot is already in the storage.
 * @throws {ProblemError} `validation_failed` if the data cannot be loaded; `service_unavailable` if
 * a later version of the mock has stored the state
 */
export function createRuntime(
  options: RuntimeOptions,
  initial: InitialState | { snapshot: StoreSnapshot } | StoredState,
): Runtime {
  const isImport = 'snapshot' in initial;
  const { seed, secret, targets, data }: InitialState = isImport
    ? { seed: '', secret: '' }
    : initial;
  const elapsed = 'elapsed' in initial ? initial.elapsed : undefined;
  const stored = elapsed === undefined || !isImport ? undefined : readStored(initial.snapshot);
  const store = new Store(stored?.snapshot ?? (isImport ? initial.snapshot : undefined), {
    onChange: options.onStateChange,
    isStored: stored?.isCurrent,
  });
  store.value(versionName, stateVersion).set(stateVersion);
  const clock = new SimulatedClock({ ...options.clock, wall: options.wallClock, store, elapsed });
  const scheduler = new Scheduler(clock, store);
  const base = {
    clock,
    store,
    scheduler,
    seed: store.value('seed', seed).get(),
    faults: new FaultList<OperationFault>(store, 'faults.operations'),
    eventFaults: new FaultList<EventFault>(store, 'faults.events'),
    blockedPartners: store.value<readonly string[]>('blocked_partners', []),
  };
  const requestRandom = new Random(`${base.seed} requests`, store, 'requests.random');
  const interfaces = new Map<InterfaceName, InterfaceRuntime>();
  try {
    for (const [name, contract] of options.contracts) {
      const served = createInterface(options, base, name, contract);
      interfaces.set(name, served);
      if (isImport) continue;
      for (const [id, target] of targets?.get(name) ?? []) served.dispatcher.register(target, id);
      const own = data?.[name];
      if (own === undefined) served.behavior.loadExamples();
      else load(name, served.behavior, own as JsonObject);
    }
    if (isImport) {
      scheduler.resume();
      for (const { dispatcher } of interfaces.values()) dispatcher.resume();
    }
  } catch (error) {
    clock.stop();
    throw error;
  }
  return {
    ...base,
    secret: store.value('secret', secret).get(),
    interfaces,
    requests: new RequestLog(store),
    newRequestId: createRequestIds(() => requestRandom.next()),
  };
}

/** The name of the store value that contains the state version. */
const versionName = 'state.version';

/**
 * Converts a stored state to the current version.
 *
 * @throws {ProblemError} `service_unavailable` for a state from a later version
 */
function readStored(snapshot: StoreSnapshot): { snapshot: StoreSnapshot; isCurrent: boolean } {
  const version = Number(snapshot.values[versionName] ?? 1);
  if (version > stateVersion)
    throw new ProblemError(
      'service_unavailable',
      `The stored state has version ${version}; this mock reads versions up to ${stateVersion}. Start a later version of the mock.`,
    );
  const isCurrent = version === stateVersion;
  return { snapshot: isCurrent ? snapshot : migrateState(snapshot, version), isCurrent };
}

/**
 * Stops a runtime: it runs no more tasks and sends no more events.
 *
 * @param abortDeliveries whether to abort attempts in flight
 */
export function stopRuntime({ clock, interfaces }: Runtime, abortDeliveries: boolean): void {
  clock.stop();
  for (const { dispatcher } of interfaces.values()) dispatcher.close(abortDeliveries);
}

type Base = Pick<
  Runtime,
  'clock' | 'store' | 'seed' | 'faults' | 'eventFaults' | 'blockedPartners'
> & {
  scheduler: Scheduler;
};

function createInterface(
  { behaviors, wallClock, sender, maxEntries, limits, baseUrl, changes, durable }: RuntimeOptions,
  { clock, store, scheduler, seed, faults, eventFaults, blockedPartners }: Base,
  name: InterfaceName,
  contract: Contract,
): InterfaceRuntime {
  const [webhook] = contract.webhooks;
  if (webhook === undefined) throw new Error(`The contract '${name}' has no webhook.`);
  const now = (): number => clock.now();
  const idRandom = new Random(`${seed} ${name} ids`, store, `${name}.ids.random`);
  const newId = createIds(idRandom, store, `${name}.ids.count`);
  const dispatcher = new Dispatcher({
    name,
    clock,
    wall: wallClock,
    store,
    scheduler,
    schedule: webhook.delivery,
    newId,
    sender,
    durable,
    faultsFor: (type, about) =>
      eventFaults
        .nextAll(
          ({ event, subject }) =>
            (event === type || event === '*') && (subject === undefined || subject === about),
        )
        .map(({ fault }) => fault),
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
  const behavior = behaviors[name]({
    contract,
    clock,
    store,
    scheduler,
    random: new Random(`${seed} ${name}`, store, `${name}.random`),
    newId,
    dispatcher,
    maxEntries,
    baseUrl: () => baseUrl(name),
    onChange: (kind, id) => changes.emit('resource', () => ({ interface: name, kind, id })),
  });
  const handler = createCommandHandler({
    behavior,
    keys: new IdempotencyKeys<KeyOutcome>({
      now,
      store,
      name: `${name}.idempotency-keys`,
      limit: maxEntries,
    }),
    faults,
    blockedPartners,
    random: new Random(`${seed} ${name} faults`, store, `${name}.faults.random`),
    rates: limits ? new RateLimits(now, store, `${name}.rate-limits`) : undefined,
    sleep: (milliseconds) => new Promise((resolve) => wallClock.schedule(resolve, milliseconds)),
  });
  return { behavior, dispatcher, handler };
}

function load(name: InterfaceName, behavior: InterfaceBehavior, data: JsonObject): void {
  try {
    behavior.load(data);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const errors = error.errors.map((item) => ({
      ...item,
      pointer: `/data/${name}${item.pointer ?? ''}`,
    }));
    throw new ProblemError(error.code, `Invalid ${name} data: ${error.message}`, {
      members: error.members,
      errors,
    });
  }
}
