import type { JsonObject } from '@delivery-api/specs/contract';

/** Something that has changed in a sandbox, for those who look on. */
export interface Change {
  /**
   * `resource`: a booking, order, store…; `delivery`, `request`, `clock`, `webhooks`, `faults`,
   * `reset`.
   */
  type: 'resource' | 'delivery' | 'request' | 'clock' | 'webhooks' | 'faults' | 'reset';
  data: JsonObject;
}

type Listener = (change: Change) => void;

/**
 * Tells everybody who listens what has changed, as it happens. Costs next to nothing while nobody
 * does.
 */
export class ChangeFeed {
  readonly #listeners = new Set<Listener>();

  /** @param data is only made where somebody listens */
  emit(type: Change['type'], data: () => JsonObject): void {
    if (this.#listeners.size === 0) return;
    const change = { type, data: data() };
    for (const listener of this.#listeners) listener(change);
  }

  /** @returns a function that ends it */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
