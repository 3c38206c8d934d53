import type { Json } from '@delivery-api/specs/contract';
import type { StoredRow } from './collection.ts';

/** The changes to a store since its changes were last taken. */
export interface StoreChanges {
  /** Whether the store is new or was reset, so that these changes replace all stored data. */
  replaces: boolean;
  rows: RowChange[];
  values: ValueChange[];
}

export interface RowChange {
  collection: string;
  /** The ID of the record. */
  id: string;
  /** `undefined` for a deleted record. */
  row: StoredRow | undefined;
}

export interface ValueChange {
  name: string;
  /** `undefined` for a value that is not set. */
  value: Json | undefined;
}

/** Tracks the changed rows and values of a store. Marking a change is O(1). */
export class ChangeTracker {
  readonly #rows = new Map<string, Set<string>>();
  readonly #values = new Set<string>();
  readonly #onChange: (name: string) => void;

  /** @param onChange called for each change, with the name of the collection or value */
  constructor(onChange: (name: string) => void) {
    this.#onChange = onChange;
  }

  markRow(collection: string, id: string): void {
    const ids = this.#rows.get(collection);
    if (ids === undefined) this.#rows.set(collection, new Set([id]));
    else ids.add(id);
    this.#onChange(collection);
  }

  markValue(name: string): void {
    this.#values.add(name);
    this.#onChange(name);
  }

  /** Returns the marked changes and removes the marks. */
  take(): { rows: { collection: string; id: string }[]; values: string[] } {
    const rows = [...this.#rows].flatMap(([collection, ids]) =>
      [...ids].map((id) => ({ collection, id })),
    );
    const values = [...this.#values];
    this.#rows.clear();
    this.#values.clear();
    return { rows, values };
  }
}
