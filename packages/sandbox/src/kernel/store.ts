import type { Json } from '@delivery-api/specs/contract';
import {
  Collection,
  type CollectionOptions,
  type StoredRecord,
  type StoredRow,
} from './collection.ts';
import { ChangeTracker, type StoreChanges } from './store-changes.ts';

/** The complete state of a store, as plain JSON. */
export interface StoreSnapshot {
  collections: Record<string, StoredRow[]>;
  values: Record<string, Json>;
}

export interface StoreOptions {
  /**
   * Called whenever a record or value changes, with the name of the collection or value. Default:
   * changes are not tracked.
   */
  onChange?: ((name: string) => void) | undefined;
  /** Whether the initial state is already stored, so that only later changes are new. */
  isStored?: boolean | undefined;
}

/** A single value in a store that is not part of a collection, such as a counter. */
export interface StoredValue<Value> {
  get(): Value;
  set(value: Value): void;
}

/**
 * The state of one sandbox: collections of plain JSON records, and single values. The store
 * contains all simulated state, so a snapshot of the store is a snapshot of the sandbox.
 */
export class Store {
  readonly #collections = new Map<string, Collection<StoredRecord>>();
  readonly #values = new Map<string, StoredValue<unknown>>();
  /** The parts of the snapshot for collections and values that are not declared yet. */
  readonly #imported: StoreSnapshot;
  readonly #changes: ChangeTracker | undefined;
  /** Whether the next call of `takeChanges` returns the complete state. */
  #isNew: boolean;

  /**
   * @param snapshot the initial state; each collection or value gets its part when it is declared
   */
  constructor(
    snapshot: StoreSnapshot = { collections: {}, values: {} },
    { onChange, isStored = false }: StoreOptions = {},
  ) {
    // A stored snapshot was read for this store alone and needs no copy.
    this.#imported = isStored ? snapshot : structuredClone(snapshot);
    this.#changes = onChange && new ChangeTracker(onChange);
    this.#isNew = !isStored;
  }

  /**
   * Declares a collection.
   *
   * @param name unique within the store, such as `lastmile.bookings`
   * @throws {Error} if the name is already in use
   */
  collection<Record extends StoredRecord>(
    name: string,
    options: CollectionOptions<Record> = {},
  ): Collection<Record> {
    if (this.#collections.has(name)) throw new Error(`The collection '${name}' already exists.`);
    const rows = (this.#imported.collections[name] ?? []) as StoredRow<Record>[];
    const changes = this.#changes;
    const onChange = changes && ((id: string) => changes.markRow(name, id));
    const collection = new Collection<Record>(options, rows, onChange);
    delete this.#imported.collections[name];
    this.#collections.set(name, collection as unknown as Collection<StoredRecord>);
    return collection;
  }

  /**
   * Declares a single value. It must be JSON, or `undefined`.
   *
   * @param initial used unless the store was created from a snapshot that contains the value
   * @throws {Error} if the name is already in use
   */
  value<Value>(name: string, initial: Value): StoredValue<Value> {
    if (this.#values.has(name)) throw new Error(`The value '${name}' already exists.`);
    const imported = this.#imported.values[name] as Value | undefined;
    delete this.#imported.values[name];
    let current = imported === undefined ? initial : imported;
    const changes = this.#changes;
    const value: StoredValue<Value> = {
      get: () => current,
      set(next) {
        current = next;
        changes?.markValue(name);
      },
    };
    if (imported === undefined) changes?.markValue(name);
    this.#values.set(name, value as StoredValue<unknown>);
    return value;
  }

  /**
   * Returns the changes since the last call, in O(changes). The first call returns the complete
   * state, unless it is already stored. Records are not copied, because they never change.
   *
   * @throws {Error} if the store does not track changes
   */
  takeChanges(): StoreChanges {
    if (this.#changes === undefined) throw new Error('This store does not track changes.');
    const { rows, values } = this.#changes.take();
    const replaces = this.#isNew;
    this.#isNew = false;
    const changed = replaces
      ? [...this.#collections].flatMap(([collection, records]) =>
          [...records.allRows()].map(({ record }) => ({ collection, id: record.id })),
        )
      : rows;
    return {
      replaces,
      rows: changed.map(({ collection, id }) => {
        const row = this.#collections.get(collection)?.row(id);
        return { collection, id, row: row && { ...row } };
      }),
      values: (replaces ? [...this.#values.keys()] : values).map((name) => ({
        name,
        value: this.#values.get(name)?.get() as Json | undefined,
      })),
    };
  }

  /** Estimates the size of all collections as JSON, in bytes, from a sample of each. */
  estimateBytes(): number {
    let bytes = 0;
    for (const collection of this.#collections.values()) bytes += collection.estimateBytes();
    return bytes;
  }

  /** Returns a copy of the complete state. */
  snapshot(): StoreSnapshot {
    const collections = [...this.#collections].map(([name, collection]) => [
      name,
      collection.rows(),
    ]);
    const values = [...this.#values].map(([name, value]) => [name, value.get()]);
    const state = {
      collections: Object.fromEntries(collections),
      values: Object.fromEntries(values),
    };
    return JSON.parse(JSON.stringify(state)) as StoreSnapshot;
  }
}
