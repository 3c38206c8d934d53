import type { WallClock } from './kernel/clock.ts';
import type { Runtime } from './runtime.ts';
import type { InterfaceName, Receiver } from './types.ts';
import { mainTarget } from './webhooks/target-list.ts';

export type NewReceiver = Omit<Receiver, 'id'>;

/**
 * Manages the receivers that a sandbox has in addition to its configured targets, and removes
 * expired receivers.
 */
export class Receivers {
  readonly #runtime: () => Runtime;
  readonly #wall: WallClock;
  readonly #newId: () => string;
  readonly #onChange: () => void;
  /** The functions that cancel the expiry of receivers, by receiver ID. */
  readonly #expiry = new Map<string, () => void>();

  constructor(runtime: () => Runtime, wall: WallClock, newId: () => string, onChange: () => void) {
    this.#runtime = runtime;
    this.#wall = wall;
    this.#newId = newId;
    this.#onChange = onChange;
  }

  get all(): Receiver[] {
    const receivers = new Map<string, Receiver>();
    for (const [name, { dispatcher }] of this.#runtime().interfaces) {
      for (const [id, { url, secrets, expiresAfterSeconds }] of dispatcher.targets) {
        if (id === mainTarget) continue;
        const interfaces: InterfaceName[] = [...(receivers.get(id)?.interfaces ?? []), name];
        receivers.set(id, {
          id,
          url,
          interfaces,
          secrets,
          ...(expiresAfterSeconds !== undefined && { expires_after_seconds: expiresAfterSeconds }),
        });
      }
    }
    return [...receivers.values()];
  }

  /** Adds a receiver for all later events of the given interfaces. */
  add({ url, interfaces, secrets, expires_after_seconds: seconds }: NewReceiver): Receiver {
    const id = this.#newId();
    const target = { url, secrets, ...(seconds !== undefined && { expiresAfterSeconds: seconds }) };
    for (const name of interfaces)
      this.#runtime().interfaces.get(name)?.dispatcher.register(target, id);
    this.#extend(id, seconds);
    this.#onChange();
    return { id, url, interfaces, secrets, ...(seconds && { expires_after_seconds: seconds }) };
  }

  /** Restarts the expiry time of a receiver. Returns `undefined` for an unknown ID. */
  touch(id: string): Receiver | undefined {
    const receiver = this.all.find((candidate) => candidate.id === id);
    if (receiver !== undefined) this.#extend(id, receiver.expires_after_seconds);
    return receiver;
  }

  /** Removes a receiver. Returns whether it existed. */
  remove(id: string): boolean {
    if (!this.all.some((receiver) => receiver.id === id)) return false;
    this.#expiry.get(id)?.();
    this.#expiry.delete(id);
    for (const { dispatcher } of this.#runtime().interfaces.values())
      dispatcher.register(undefined, id);
    this.#onChange();
    return true;
  }

  /** Restarts the expiry time of each receiver. Call it after the state was loaded or replaced. */
  resume(): void {
    this.stop();
    for (const { id, expires_after_seconds: seconds } of this.all) this.#extend(id, seconds);
  }

  stop(): void {
    for (const cancel of this.#expiry.values()) cancel();
    this.#expiry.clear();
  }

  #extend(id: string, seconds: number | undefined): void {
    if (seconds === undefined) return;
    this.#expiry.get(id)?.();
    this.#expiry.set(
      id,
      this.#wall.schedule(() => this.remove(id), seconds * 1000),
    );
  }
}
