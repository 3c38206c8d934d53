import { createHash, randomBytes } from 'node:crypto';
import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import { ChangeFeed } from './kernel/change-feed.ts';
import type { ModeBehaviour } from './kernel/mode.ts';
import { ProblemError } from './kernel/problem-error.ts';
import { toRecord } from './kernel/request-log.ts';
import {
  createRuntime,
  type InterfaceRuntime,
  type Runtime,
  type RuntimeOptions,
  stopRuntime,
} from './runtime.ts';
import type { Exchange, InterfaceName, SandboxData } from './types.ts';
import type { Target } from './webhooks/delivery.ts';

export interface SandboxParts extends Omit<RuntimeOptions, 'changes'> {
  /** The seed of every run; a new one for each where there is none. */
  seed: string | undefined;
  data: SandboxData | undefined;
}

/** A sandbox: the run that is under way, and what outlives it. */
export class Sandbox {
  readonly changes = new ChangeFeed();
  /** What signs events where no secret was given. */
  readonly secret: string;
  readonly #parts: RuntimeOptions;
  readonly #seed: string | undefined;
  #run: Runtime;

  /** @throws {ProblemError} `validation_failed` when the data cannot be loaded */
  constructor({ seed, data, ...parts }: SandboxParts) {
    this.#parts = { ...parts, changes: this.changes };
    this.#seed = seed;
    this.secret = `whsec_${(seed === undefined ? randomBytes(24) : seeded(seed)).toString('base64')}`;
    this.#run = createRuntime(this.#parts, seed ?? newSeed(), new Map(), data);
  }

  get run(): Runtime {
    return this.#run;
  }

  get contracts(): ReadonlyMap<InterfaceName, Contract> {
    return this.#parts.contracts;
  }

  /** @throws {ProblemError} where the interface is not served */
  side(name: InterfaceName): InterfaceRuntime {
    const side = this.#run.sides.get(name);
    if (side === undefined)
      throw new ProblemError('path_not_found', `This sandbox does not serve ${name}.`);
    return side;
  }

  /** How the requests to an interface are answered. */
  mode(name: InterfaceName): ModeBehaviour {
    return {
      checksAnswers: true,
      judgesEntities: true,
      authorize: (request) => this.side(name).mode.authorize(request),
      answer: (call) => this.side(name).mode.answer(call),
    };
  }

  /** Takes note of a request to an interface. */
  note(exchange: Exchange): void {
    const record = toRecord(exchange);
    this.#run.requests.add(record);
    this.changes.emit('request', () => ({ ...record }) as JsonObject);
  }

  /**
   * Forgets everything but the webhook targets, and begins anew.
   *
   * @throws {ProblemError} `validation_failed` when the data cannot be loaded; then everything is as it
   * was
   */
  reset({ seed, data }: { seed?: string; data?: SandboxData }): void {
    const targets = new Map<InterfaceName, Target>();
    for (const [name, { dispatcher }] of this.#run.sides)
      if (dispatcher.target !== undefined) targets.set(name, dispatcher.target);
    const next = createRuntime(this.#parts, seed ?? this.#seed ?? newSeed(), targets, data);
    stopRuntime(this.#run, false);
    this.#run = next;
    this.changes.emit('reset', () => ({ seed: next.seed }));
  }

  stop(): void {
    stopRuntime(this.#run, true);
  }
}

const newSeed = (): string => randomBytes(6).toString('base64url');
const seeded = (seed: string): Buffer =>
  createHash('sha256').update(`${seed} secret`).digest().subarray(0, 24);
