import type { Index } from '../../kernel/collection.ts';
import { deadlineOf, type Order, type OrderRecord } from './records.ts';

interface Entry {
  id: string;
  key: number;
  number: number;
}

/** Returns the key by which an order is sorted; `undefined` if the index does not contain it. */
type SortKey = (order: Order) => number | undefined;

/**
 * Offset greater than any timestamp, in milliseconds. It sorts open orders in later phases after
 * those in the `placed` phase.
 */
const afterAllTimes = 1e15;

/**
 * Sort key of open orders: phase (`placed` first), then deadline (contract: `OpenOrders.items`).
 */
export const byDeadline: SortKey = (order) =>
  order.phase === 'closed'
    ? undefined
    : deadlineOf(order) + (order.phase === 'placed' ? 0 : afterAllTimes);

/** Sort key of closed orders: the latest change first (contract: `RecentlyClosed.items`). */
export const byLatestChange: SortKey = ({ phase, updated_at }) =>
  phase === 'closed' ? -Date.parse(updated_at) : undefined;

/** The orders of each store, sorted by a key. Orders with the same key are sorted by creation. */
export class SortedOrders implements Index<OrderRecord> {
  readonly #keyOf: SortKey;
  readonly #entries = new Map<string, Entry[]>();

  constructor(keyOf: SortKey) {
    this.#keyOf = keyOf;
  }

  update(before: OrderRecord | undefined, after: OrderRecord | undefined): void {
    const old = this.#entryOf(before);
    const next = this.#entryOf(after);
    if (old?.key === next?.key) return;
    if (before !== undefined && old !== undefined) {
      const entries = this.#of(before.order.store_id);
      entries.splice(positionOf(entries, old), 1);
    }
    if (after !== undefined && next !== undefined) {
      const entries = this.#of(after.order.store_id);
      entries.splice(positionOf(entries, next), 0, next);
    }
  }

  /**
   * Returns the number of orders of a store whose key is below `maxKey`. Default: all its orders.
   */
  count(storeId: string, maxKey = Number.POSITIVE_INFINITY): number {
    const entries = this.#entries.get(storeId) ?? [];
    return positionOf(entries, { key: maxKey, number: Number.NEGATIVE_INFINITY });
  }

  /** Returns the IDs of the first orders of a store, at most `limit`. */
  first(storeId: string, limit: number): string[] {
    return (this.#entries.get(storeId) ?? []).slice(0, limit).map(({ id }) => id);
  }

  #entryOf(record: OrderRecord | undefined): Entry | undefined {
    const key = record && this.#keyOf(record.order);
    return record && key !== undefined ? { id: record.id, key, number: record.number } : undefined;
  }

  #of(storeId: string): Entry[] {
    let entries = this.#entries.get(storeId);
    if (entries === undefined) {
      entries = [];
      this.#entries.set(storeId, entries);
    }
    return entries;
  }
}

/** Returns the index of an entry, or where to insert it. */
function positionOf(entries: readonly Entry[], { key, number }: Omit<Entry, 'id'>): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle] as Entry;
    if ((entry.key - key || entry.number - number) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
