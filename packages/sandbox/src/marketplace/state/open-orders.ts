import type { Index } from '../../kernel/collection.ts';
import { deadlineOf, type OrderRecord } from './records.ts';

interface Entry {
  id: string;
  deadline: number;
  number: number;
}

/** The open orders of each store, sorted by deadline; orders of one deadline by creation. */
export class OpenOrders implements Index<OrderRecord> {
  readonly #entries = new Map<string, Entry[]>();

  update(before: OrderRecord | undefined, after: OrderRecord | undefined): void {
    const old = entryOf(before);
    const next = entryOf(after);
    if (old?.deadline === next?.deadline) return;
    if (before !== undefined && old !== undefined) {
      const entries = this.#of(before.order.store_id);
      entries.splice(placeOf(entries, old), 1);
    }
    if (after !== undefined && next !== undefined) {
      const entries = this.#of(after.order.store_id);
      entries.splice(placeOf(entries, next), 0, next);
    }
  }

  count(storeId: string): number {
    return this.#entries.get(storeId)?.length ?? 0;
  }

  /** Returns the ids of the orders with the earliest deadlines. */
  first(storeId: string, limit: number): string[] {
    return (this.#entries.get(storeId) ?? []).slice(0, limit).map(({ id }) => id);
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

function entryOf(record: OrderRecord | undefined): Entry | undefined {
  if (record === undefined || record.order.phase === 'closed') return undefined;
  return { id: record.id, deadline: deadlineOf(record.order), number: record.number };
}

/** Returns the index of an entry, or where to insert it. */
function placeOf(entries: readonly Entry[], { deadline, number }: Entry): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = entries[middle] as Entry;
    if ((entry.deadline - deadline || entry.number - number) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
