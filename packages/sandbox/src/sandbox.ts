import { createHash, randomBytes } from 'node:crypto';
import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import { ChangeFeed } from './kernel/change-feed.ts';
import { ProblemError } from './kernel/problem-error.ts';
import type { StoreSnapshot } from './kernel/store.ts';
import type { StoreChanges } from './kernel/store-changes.ts';
import { Receivers } from './receivers.ts';
import { toRecord } from './request-log.ts';
import {
  createRuntime,
  type InterfaceRuntime,
  type Runtime,
  type RuntimeOptions,
  type StoredState,
  stopRuntime,
} from './runtime.ts';
import type { Exchange, InterfaceName, SandboxData } from './types.ts';

/** The complete state of a sandbox, as plain JSON. */
export type SandboxSnapshot = StoreSnapshot;

/** The changes to the state, and the time until the sandbox must run again. */
export interface SandboxChanges extends StoreChanges {
  /** Real milliseconds until the next task or delivery; `undefined` if nothing will become due. */
  dueIn?: number | undefined;
}

export interface SandboxOptions extends Omit<RuntimeOptions, 'changes'> {
  /** Default: a new random seed at the start and at each reset. */
  seed?: string | undefined;
  data?: SandboxData | undefined;
  /** The state to continue. `seed` and `data` then apply only to a reset. */
  snapshot?: SandboxSnapshot | undefined;
  /** The state to continue if it is already in the storage; takes precedence over `snapshot`. */
  stored?: StoredState | undefined;
  /** Source of random seeds, secrets and receiver IDs. Default: `randomBytes` of `node:crypto`. */
  randomBytes?: (size: number) => Buffer;
}

/** A sandbox: its current runtime, and the parts that a reset keeps. */
export class Sandbox {
  readonly changes = new ChangeFeed();
  readonly #options: RuntimeOptions;
  readonly #seed: string | undefined;
  readonly #data: SandboxData | undefined;
  readonly #randomBytes: (size: number) => Buffer;
  #runtime: Runtime;
  /** The event receivers in addition to the configured targets. */
  readonly receivers: Receivers;

  /**
   * @throws {ProblemError} `validation_failed` if the data cannot be loaded; `service_unavailable`
   * if a later version of the mock has stored the state
   */
  constructor({ seed, data, snapshot, stored, randomBytes: source, ...options }: SandboxOptions) {
    this.#options = { ...options, changes: this.changes };
    this.#seed = seed;
    this.#data = data;
    this.#randomBytes = source ?? randomBytes;
    this.#runtime = createRuntime(
      this.#options,
      stored ??
        (snapshot && { snapshot }) ?? {
          seed: seed ?? this.#newSeed(),
          secret: this.#newSecret(),
          data,
        },
    );
    this.receivers = new Receivers(
      () => this.#runtime,
      options.wallClock,
      () => `rcv_${this.#randomBytes(6).toString('hex')}`,
      () => this.changes.emit('webhooks', () => ({})),
    );
    this.receivers.resume();
  }

  get runtime(): Runtime {
    return this.#runtime;
  }

  get contracts(): ReadonlyMap<InterfaceName, Contract> {
    return this.#options.contracts;
  }

  /** The secret that signs events for targets without a secret. */
  get secret(): string {
    return this.#runtime.secret;
  }

  /**
   * Returns an interface of the current runtime.
   *
   * @throws {ProblemError} `path_not_found` if the interface is not served
   */
  interface(name: InterfaceName): InterfaceRuntime {
    const found = this.#runtime.interfaces.get(name);
    if (found === undefined)
      throw new ProblemError('path_not_found', `This sandbox does not serve ${name}.`);
    return found;
  }

  /** Adds a request to the request log. */
  logRequest(exchange: Exchange): void {
    const record = toRecord(exchange);
    this.#runtime.requests.add(record);
    this.changes.emit('request', () => ({ ...record }) as JsonObject);
  }

  /**
   * Replaces all state except the webhook targets, the additional receivers and the secret.
   *
   * @param options the new seed and data. Default: the `seed` and `data` options of the sandbox, or
   * a new random seed if it has no `seed` option
   * @throws {ProblemError} `validation_failed` if the data cannot be loaded; the state is then
   * unchanged
   */
  reset({ seed, data = this.#data }: { seed?: string; data?: SandboxData | undefined }): void {
    const targets = new Map(
      [...this.#runtime.interfaces].map(([name, { dispatcher }]) => [name, dispatcher.targets]),
    );
    const { secret } = this;
    this.#replace({ seed: seed ?? this.#seed ?? this.#newSeed(), secret, targets, data });
  }

  /** Returns a copy of the complete state. */
  export(): SandboxSnapshot {
    this.#runtime.clock.save();
    return this.#runtime.store.snapshot();
  }

  /**
   * Returns the changes since the last call, for the storage. The first call after a reset, an
   * import, a migration, or a start without `stored` returns the complete state.
   *
   * @throws {Error} without the `onStateChange` option
   */
  takeChanges(): SandboxChanges {
    const { clock, store, interfaces } = this.#runtime;
    const isSending = [...interfaces.values()].some(({ dispatcher }) => dispatcher.isSending);
    const dueIn = isSending ? 0 : clock.dueIn();
    clock.save();
    return { ...store.takeChanges(), dueIn };
  }

  /** Continues from the state of another sandbox. Repeats the attempts that were in flight. */
  import(snapshot: SandboxSnapshot): void {
    this.#replace({ snapshot });
  }

  stop(): void {
    this.receivers.stop();
    stopRuntime(this.#runtime, true);
  }

  #replace(initial: Parameters<typeof createRuntime>[1]): void {
    const next = createRuntime(this.#options, initial);
    stopRuntime(this.#runtime, false);
    this.#runtime = next;
    this.receivers.resume();
    this.changes.emit('reset', () => ({ seed: next.seed }));
  }

  #newSeed(): string {
    return this.#randomBytes(6).toString('base64url');
  }

  #newSecret(): string {
    const bytes = this.#seed === undefined ? this.#randomBytes(24) : seededBytes(this.#seed);
    return `whsec_${bytes.toString('base64')}`;
  }
}

const seededBytes = (seed: string): Buffer =>
  createHash('sha256').update(`${seed} secret`).digest().subarray(0, 24);
