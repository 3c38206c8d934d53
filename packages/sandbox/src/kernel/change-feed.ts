import type { JsonObject } from '@delivery-api/specs/contract';

/** A change in a sandbox, for observers such as the web page. */
export interface Change {
  /** `resource`: a booking, an estimate, an order or a store. */
  type: 'resource' | 'delivery' | 'request' | 'clock' | 'webhooks' | 'faults' | 'reset';
  data: JsonObject;
}

type Listener = (change: Change) => void;

/** Passes changes to listeners as they happen. */
export class ChangeFeed {
  readonly #listeners = new Set<Listener>();

  /**
   * Passes a change to all listeners.
   *
   * @param data returns the data of the change; called only if there are listeners
   */
  emit(type: Change['type'], data: () => JsonObject): void {
    if (this.#listeners.size === 0) return;
    const change = { type, data: data() };
    for (const listener of this.#listeners) listener(change);
  }

  /** Adds a listener; returns a function that removes it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
