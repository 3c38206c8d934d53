import type { Store, StoredValue } from '../kernel/store.ts';
import type { Target } from './target.ts';

/** The ID of the target that `/_sandbox/webhooks` sets. Receivers are additional targets. */
export const mainTarget = 'main';

/** The targets for the events of one interface, each with an ID. */
export class TargetList {
  readonly #targets: StoredValue<Readonly<Record<string, Target>>>;

  /** @param name the name of the list in the store */
  constructor(store: Store, name: string) {
    this.#targets = store.value<Readonly<Record<string, Target>>>(name, {});
  }

  get(id: string): Target | undefined {
    return this.#targets.get()[id];
  }

  /** All targets with their IDs, in the order in which they were added. */
  get all(): [id: string, target: Target][] {
    return Object.entries(this.#targets.get());
  }

  /** Sets or removes the target with an ID. */
  set(id: string, target: Target | undefined): void {
    const { [id]: _, ...others } = this.#targets.get();
    if (target === undefined) this.#targets.set(others);
    else this.#targets.set({ ...this.#targets.get(), [id]: target });
  }
}
