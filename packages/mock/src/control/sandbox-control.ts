import {
  advanceClock,
  type ChangeFeed,
  exportState,
  importState,
  type MarketplaceBehavior,
  ProblemError,
  type Sandbox,
  toDeliveryRecord,
} from '@delivery-api/sandbox';
import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import type {
  ClockState,
  DeliveryRecord,
  ExportFile,
  Faults,
  InterfaceName,
  Receiver,
  RegisteredTargets,
  RequestRecord,
  WebhookTarget,
} from '../api/types.ts';
import {
  advanceSchema,
  clockSchema,
  clockSettingsSchema,
  deliveryFilterSchema,
  faultsSchema,
  orderSchema,
  receiverSchema,
  requestFilterSchema,
  resetSchema,
  snapshotSchema,
  webhooksSchema,
} from '../schemas/control.ts';
import { parse, type Schema } from '../schemas/validate.ts';
import { documentedFaults } from './documented-faults.ts';

/** Maximum number of receivers per workspace. */
const maxReceivers = 20;

type Contracts = ReadonlyMap<InterfaceName, Contract>;

const schemasOf = new WeakMap<Contracts, ReturnType<typeof createSchemas>>();
const controls = new WeakMap<Sandbox, SandboxControl>();

/** Returns the control operations of a sandbox. Calls with the same sandbox return one object. */
export function controlOf(sandbox: Sandbox): SandboxControl {
  let control = controls.get(sandbox);
  if (control === undefined) {
    control = new SandboxControl(sandbox);
    controls.set(sandbox, control);
  }
  return control;
}

/** Creates the schemas that depend on the contracts. All workspaces of a mock share them. */
function createSchemas(contracts: Contracts) {
  const marketplace = contracts.get('marketplace');
  return {
    order: marketplace === undefined ? ({} as Schema<object>) : orderSchema(marketplace),
    webhooks: webhooksSchema(contracts),
    faults: faultsSchema(contracts),
  };
}

/**
 * The control operations of a sandbox, for the HTTP routes and the library. Each operation
 * validates its request. For an invalid request, it throws a `ProblemError` and changes no state.
 */
export class SandboxControl {
  readonly #sandbox: Sandbox;
  readonly #schemas: ReturnType<typeof createSchemas>;
  /** Resolves after all advances so far. */
  #advancing: Promise<unknown> = Promise.resolve();

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
    const { contracts } = sandbox;
    this.#schemas = schemasOf.get(contracts) ?? createSchemas(contracts);
    schemasOf.set(contracts, this.#schemas);
  }

  get sandbox(): Sandbox {
    return this.#sandbox;
  }

  get changes(): ChangeFeed {
    return this.#sandbox.changes;
  }

  clock(): ClockState {
    const { clock } = this.#sandbox.runtime;
    return { now: clock.instant(), speed: clock.speed, frozen: clock.frozen };
  }

  /** Changes the speed of the clock, or freezes or unfreezes it. */
  setClock(request?: unknown): ClockState {
    this.#sandbox.runtime.clock.set(parse(clockSettingsSchema, request));
    return this.#clockChanged();
  }

  /** Changes the settings of the clock, then advances it. Advances run one after another. */
  async advanceClock(request?: unknown): Promise<ClockState> {
    const { advance_seconds: seconds, ...settings } = parse(clockSchema, request);
    this.#sandbox.runtime.clock.set(settings);
    if (seconds !== undefined) {
      const advanced = this.#advancing.then(() =>
        advanceClock(this.#sandbox.runtime, Math.round(seconds * 1000)),
      );
      this.#advancing = advanced.catch(() => {});
      await advanced;
    }
    return this.#clockChanged();
  }

  /** Creates a test order (status 201). If the scenario waits for a request, creates none (200). */
  createOrder(request?: unknown): { status: number; body: JsonObject } {
    const behavior = this.#sandbox.interface('marketplace').behavior as MarketplaceBehavior;
    const options = parse<object>(this.#schemas.order, request);
    const { status, body } = behavior.createOrder(options as JsonObject);
    return { status, body: body as JsonObject };
  }

  /** Advances a booking or an order, by one step or to a status. */
  advance(name: InterfaceName, id: string, request?: unknown): JsonObject {
    const { to } = parse(advanceSchema, request);
    return this.#sandbox.interface(name).behavior.advance(id, to).body as JsonObject;
  }

  webhooks(): RegisteredTargets {
    const targets: RegisteredTargets = {};
    for (const [name, { dispatcher }] of this.#sandbox.runtime.interfaces)
      targets[name] = dispatcher.target === undefined ? null : { ...dispatcher.target };
    return targets;
  }

  setWebhooks(request?: unknown): RegisteredTargets {
    const targets = Object.entries(parse(this.#schemas.webhooks, request));
    for (const [name, target] of targets as [InterfaceName, WebhookTarget | null][]) {
      const { url = '', secrets = [] } = target ?? {};
      const signing = secrets.length > 0 ? [...secrets] : [this.#sandbox.secret];
      this.#sandbox
        .interface(name)
        .dispatcher.register(target === null ? undefined : { url, secrets: signing });
    }
    this.#sandbox.changes.emit('webhooks', () => this.webhooks() as JsonObject);
    return this.webhooks();
  }

  receivers(): Receiver[] {
    return this.#sandbox.receivers.all;
  }

  /** Adds an event receiver in addition to the targets. */
  addReceiver(request?: unknown): Receiver {
    const { url, interfaces, secrets, ...rest } = parse(receiverSchema, request);
    const { receivers, secret, runtime } = this.#sandbox;
    if (receivers.all.length >= maxReceivers)
      throw new ProblemError(
        'validation_failed',
        `A workspace can have at most ${maxReceivers} receivers. Remove a receiver with DELETE /_sandbox/receivers/{id}.`,
      );
    for (const name of interfaces ?? []) this.#sandbox.interface(name);
    return receivers.add({
      url,
      interfaces: interfaces ?? [...runtime.interfaces.keys()],
      secrets: secrets === undefined || secrets.length === 0 ? [secret] : secrets,
      ...rest,
    });
  }

  /** Records a heartbeat, so that the receiver does not expire. */
  touchReceiver(id: string): Receiver {
    const receiver = this.#sandbox.receivers.touch(id);
    if (receiver === undefined) throw unknownReceiver(id);
    return receiver;
  }

  removeReceiver(id: string): { removed: string } {
    if (!this.#sandbox.receivers.remove(id)) throw unknownReceiver(id);
    return { removed: id };
  }

  deliveries(filter?: unknown): DeliveryRecord[] {
    const {
      interface: only,
      type,
      subject,
      state,
      limit = 100,
    } = parse(deliveryFilterSchema, filter);
    return [...this.#sandbox.runtime.interfaces]
      .filter(([name]) => only === undefined || name === only)
      .flatMap(([name, { dispatcher }]) =>
        dispatcher.deliveries.map((delivery) => ({ name, delivery })),
      )
      .filter(({ delivery }) => type === undefined || delivery.type === type)
      .filter(({ delivery }) => subject === undefined || delivery.subject === subject)
      .filter(({ delivery }) => state === undefined || delivery.state === state)
      .reverse()
      .sort(
        (a, b) =>
          Number(a.delivery.occurredAt < b.delivery.occurredAt) -
          Number(a.delivery.occurredAt > b.delivery.occurredAt),
      )
      .slice(0, limit)
      .map(({ name, delivery }) => toDeliveryRecord(name, delivery));
  }

  delivery(id: string): DeliveryRecord {
    const { name, delivery } = this.#delivery(id);
    return toDeliveryRecord(name, delivery);
  }

  /** Sends an event again, and waits up to one second for the receiver. */
  async redeliver(id: string): Promise<DeliveryRecord> {
    const { name, dispatcher, delivery } = this.#delivery(id);
    if (!dispatcher.targets.some(([target]) => target === delivery.target)) {
      throw new ProblemError(
        'validation_failed',
        `The target '${delivery.target}' of ${name} is not registered. To register the configured target, use PUT /_sandbox/webhooks.`,
      );
    }
    dispatcher.redeliver(delivery.id);
    await dispatcher.settle();
    return this.delivery(delivery.id);
  }

  requests(filter?: unknown): RequestRecord[] {
    return this.#sandbox.runtime.requests.list(parse(requestFilterSchema, filter));
  }

  faults(): Faults {
    const { faults, eventFaults } = this.#sandbox.runtime;
    return {
      operations: faults.list.map((fault) => ({ ...fault })),
      events: eventFaults.list.map((fault) => ({ ...fault })),
    };
  }

  setFaults(request?: unknown): Faults {
    const { operations = [], events = [] } = parse(this.#schemas.faults, request);
    const documented = documentedFaults(this.#sandbox.contracts, operations);
    this.#sandbox.runtime.faults.set(documented);
    this.#sandbox.runtime.eventFaults.set(events);
    this.#sandbox.changes.emit('faults', () => this.faults() as unknown as JsonObject);
    return this.faults();
  }

  /** Restores the initial state, except for the webhook targets, the receivers and the secret. */
  reset(request?: unknown): { seed: string; clock: ClockState } {
    this.#sandbox.reset(parse(resetSchema, request));
    return { seed: this.#sandbox.runtime.seed, clock: this.clock() };
  }

  /** Returns the complete state as an export file. */
  export(): ExportFile {
    return exportState(this.#sandbox, this.clock().now);
  }

  /** Replaces the state with the state in an export file. */
  import(file?: unknown): { seed: string; clock: ClockState } {
    importState(this.#sandbox, file);
    return { seed: this.#sandbox.runtime.seed, clock: this.clock() };
  }

  snapshot(filter?: unknown): JsonObject {
    const { limit = 100 } = parse(snapshotSchema, filter);
    const { seed, interfaces } = this.#sandbox.runtime;
    const snapshots = [...interfaces].map(([name, { behavior }]) => [
      name,
      behavior.snapshot(limit),
    ]);
    return { seed, clock: { ...this.clock() }, ...Object.fromEntries(snapshots) };
  }

  #clockChanged(): ClockState {
    const state = this.clock();
    this.#sandbox.changes.emit('clock', () => ({ ...state }));
    return state;
  }

  #delivery(id: string) {
    for (const [name, { dispatcher }] of this.#sandbox.runtime.interfaces) {
      const [delivery] = dispatcher.find(id);
      if (delivery !== undefined) return { name, dispatcher, delivery };
    }
    throw new ProblemError(
      'path_not_found',
      `The delivery '${id}' does not exist. GET /_sandbox/deliveries lists the deliveries.`,
    );
  }
}

const unknownReceiver = (id: string): ProblemError =>
  new ProblemError(
    'path_not_found',
    `The receiver '${id.slice(0, 64)}' does not exist. GET /_sandbox/receivers lists the receivers.`,
  );
