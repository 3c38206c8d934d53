import type { Json } from '@delivery-api/specs/contract';
import type { StoredRow } from '../../src/kernel/collection.ts';
import type { StoreSnapshot } from '../../src/kernel/store.ts';
import type { StoreChanges } from '../../src/kernel/store-changes.ts';

/** An in-memory storage that applies changes, and keeps rows and values as JSON text. */
export class StoredImage {
  readonly #rows = new Map<string, string>();
  readonly #values = new Map<string, string>();

  apply({ replaces, rows, values }: StoreChanges): void {
    if (replaces) {
      this.#rows.clear();
      this.#values.clear();
    }
    for (const { collection, id, row } of rows) {
      const key = JSON.stringify([collection, id]);
      if (row === undefined) this.#rows.delete(key);
      else this.#rows.set(key, JSON.stringify(row));
    }
    for (const { name, value } of values) {
      if (value === undefined) this.#values.delete(name);
      else this.#values.set(name, JSON.stringify(value));
    }
  }

  snapshot(): StoreSnapshot {
    const collections: Record<string, StoredRow[]> = {};
    for (const [key, text] of this.#rows) {
      const [collection] = JSON.parse(key) as [string];
      collections[collection] ??= [];
      collections[collection].push(JSON.parse(text) as StoredRow);
    }
    for (const rows of Object.values(collections))
      rows.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
    const values = [...this.#values].map(([name, text]) => [name, JSON.parse(text) as Json]);
    return { collections, values: Object.fromEntries(values) };
  }
}
