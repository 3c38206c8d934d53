import type { Store, StoredValue } from '../kernel/store.ts';

/** The deliveries that wait to be overtaken by the next event, at most one for each target. */
export class HeldDeliveries {
  readonly #ids: StoredValue<Readonly<Record<string, string>>>;

  /** @param name the name of the value in the store */
  constructor(store: Store, name: string) {
    this.#ids = store.value<Readonly<Record<string, string>>>(name, {});
  }

  /** Returns the id of the delivery that is held for a target. */
  get(target: string): string | undefined {
    return this.#ids.get()[target];
  }

  hold(target: string, delivery: string): void {
    this.#ids.set({ ...this.#ids.get(), [target]: delivery });
  }

  /** Ends the wait for a target, if it is that of `delivery` or any. */
  release(target: string, delivery = this.get(target)): void {
    const { [target]: held, ...others } = this.#ids.get();
    if (held !== undefined && held === delivery) this.#ids.set(others);
  }
}
