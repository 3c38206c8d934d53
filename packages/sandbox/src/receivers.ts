import type { WallClock } from './kernel/clock.ts';
import type { Runtime } from './runtime.ts';
import type { InterfaceName, Receiver } from './types.ts';
import { mainTarget } from './webhooks/target-list.ts';

export type NewReceiver = Omit<Receiver, 'id'>;

/** The receivers of a sandbox beside its configured targets, and the end of those that are gone. */
export class Receivers {
  readonly #runtime: () => Runtime;
  readonly #wall: WallClock;
  readonly #newId: () => string;
  readonly #onChange: () => void;
  /** Cancels the end of each receiver that needs a heartbeat. */
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

  /** Adds a receiver; it gets the events from now on. */
  add({ url, interfaces, secrets, expires_after_seconds: seconds }: NewReceiver): Receiver {
    const id = this.#newId();
    const target = { url, secrets, ...(seconds !== undefined && { expiresAfterSeconds: seconds }) };
    for (const name of interfaces)
      this.#runtime().interfaces.get(name)?.dispatcher.register(target, id);
    this.#extend(id, seconds);
    this.#onChange();
    return { id, url, interfaces, secrets, ...(seconds && { expires_after_seconds: seconds }) };
  }

  /** Begins the time until a receiver expires again. `undefined` for an unknown one. */
  touch(id: string): Receiver | undefined {
    const receiver = this.all.find((one) => one.id === id);
    if (receiver !== undefined) this.#extend(id, receiver.expires_after_seconds);
    return receiver;
  }

  /** @returns whether there was one */
  remove(id: string): boolean {
    if (!this.all.some((one) => one.id === id)) return false;
    this.#expiry.get(id)?.();
    this.#expiry.delete(id);
    for (const { dispatcher } of this.#runtime().interfaces.values())
      dispatcher.register(undefined, id);
    this.#onChange();
    return true;
  }

  /** Waits for a heartbeat of each receiver again, after the state was replaced. */
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
