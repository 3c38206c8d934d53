import type { Store, StoredValue } from '../kernel/store.ts';

/** The deliveries that are held until a later event overtakes them, at most one per target. */
export class HeldDeliveries {
  readonly #ids: StoredValue<Readonly<Record<string, string>>>;

  /** @param name the name of the value in the store */
  constructor(store: Store, name: string) {
    this.#ids = store.value<Readonly<Record<string, string>>>(name, {});
  }

  /** Returns the ID of the held delivery of a target; `undefined` if there is none. */
  get(target: string): string | undefined {
    return this.#ids.get()[target];
  }

  hold(target: string, delivery: string): void {
    this.#ids.set({ ...this.#ids.get(), [target]: delivery });
  }

  /** Releases the held delivery of a target. With `delivery`, only if that delivery is held. */
  release(target: string, delivery = this.get(target)): void {
    const { [target]: held, ...others } = this.#ids.get();
    if (held !== undefined && held === delivery) this.#ids.set(others);
  }
}
