import type { Json } from '@delivery-api/specs/contract';
import {
  Collection,
  type CollectionOptions,
  type StoredRecord,
  type StoredRow,
} from './collection.ts';

/** The complete state of a store, as plain JSON. */
export interface StoreSnapshot {
  collections: Record<string, StoredRow[]>;
  values: Record<string, Json>;
}

/** A single value of a store that is not part of a collection, such as a counter. */
export interface StoredValue<Value> {
  get(): Value;
  set(value: Value): void;
}

/**
 * The state of one sandbox: collections of plain JSON records, and single values. Nothing else in
 * the sandbox keeps state, so a snapshot of the store is a snapshot of the sandbox.
 */
export class Store {
  readonly #collections = new Map<string, Collection<StoredRecord>>();
  readonly #values = new Map<string, StoredValue<unknown>>();
  /** What a snapshot contained for collections and values that are not declared yet. */
  readonly #imported: StoreSnapshot;

  /** @param snapshot state to begin with; collections and values take theirs when declared */
  constructor(snapshot: StoreSnapshot = { collections: {}, values: {} }) {
    this.#imported = structuredClone(snapshot);
  }

  /**
   * Declares a collection.
   *
   * @param name unique within the store, such as `lastmile.bookings`
   * @throws {Error} when the name is taken
   */
  collection<Record extends StoredRecord>(
    name: string,
    options: CollectionOptions<Record> = {},
  ): Collection<Record> {
    if (this.#collections.has(name)) throw new Error(`The collection '${name}' exists already.`);
    const rows = (this.#imported.collections[name] ?? []) as StoredRow<Record>[];
    const collection = new Collection<Record>(options, rows);
    delete this.#imported.collections[name];
    this.#collections.set(name, collection as unknown as Collection<StoredRecord>);
    return collection;
  }

  /**
   * Declares a single value. It must be JSON, or `undefined`.
   *
   * @param initial used unless the store was created from a snapshot that contains the value
   * @throws {Error} when the name is taken
   */
  value<Value>(name: string, initial: Value): StoredValue<Value> {
    if (this.#values.has(name)) throw new Error(`The value '${name}' exists already.`);
    const imported = this.#imported.values[name] as Value | undefined;
    delete this.#imported.values[name];
    let current = imported === undefined ? initial : imported;
    const value: StoredValue<Value> = {
      get: () => current,
      set(next) {
        current = next;
      },
    };
    this.#values.set(name, value as StoredValue<unknown>);
    return value;
  }

  /** Returns a copy of the complete state. */
  snapshot(): StoreSnapshot {
    const collections = [...this.#collections].map(([name, one]) => [name, one.rows()]);
    const values = [...this.#values].map(([name, one]) => [name, one.get()]);
    const state = {
      collections: Object.fromEntries(collections),
      values: Object.fromEntries(values),
    };
    return JSON.parse(JSON.stringify(state)) as StoreSnapshot;
  }
}
