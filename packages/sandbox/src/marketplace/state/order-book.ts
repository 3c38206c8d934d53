import { EvictedIds } from '../../kernel/evicted-ids.ts';
import type { Order } from './order-model.ts';
import { deadlineOf, type OrderRecord } from './order-record.ts';
import { SortedList } from './sorted-list.ts';

interface Place {
  record: OrderRecord;
  older: Place | undefined;
  newer: Place | undefined;
}

/** The orders that are remembered: all that are open, and the last finished ones. */
export class OrderBook {
  readonly #places = new Map<string, Place>();
  #newest: Place | undefined;
  /** By store; only orders that are not closed. */
  readonly #open = new Map<string, SortedList<OrderRecord>>();
  /** Ids in the order in which they were finished; those before `#forgotten` are gone. */
  #finished: string[] = [];
  #forgotten = 0;
  readonly #maxFinished: number;
  readonly #gone: EvictedIds;
  #count = 0;

  constructor(maxFinished: number) {
    this.#maxFinished = maxFinished;
    this.#gone = new EvictedIds(maxFinished);
  }

  nextNumber(): number {
    this.#count += 1;
    return this.#count;
  }

  get(id: string): OrderRecord | undefined {
    return this.#places.get(id)?.record;
  }

  /** Whether there was an order of this id, which had to make room. */
  hasForgotten(id: string): boolean {
    return this.#gone.has(id) && !this.#places.has(id);
  }

  add(record: OrderRecord): void {
    const place: Place = { record, older: this.#newest, newer: undefined };
    if (this.#newest !== undefined) this.#newest.newer = place;
    this.#newest = place;
    this.#places.set(record.order.id, place);
    if (record.order.phase === 'closed') this.#finish(record);
    else this.#list(record.order.store_id).add(record);
  }

  /** Puts another state of an order in the place of the one before. */
  replace(record: OrderRecord, order: Order): void {
    const list = this.#list(order.store_id);
    const isOpen = order.phase !== 'closed';
    const wasOpen = record.order.phase !== 'closed';
    const deadline = deadlineOf(order);
    if (wasOpen && (!isOpen || deadline !== record.deadline)) list.remove(record);
    record.order = order;
    if (isOpen && (!wasOpen || deadline !== record.deadline)) {
      record.deadline = deadline;
      list.add(record);
    }
    if (wasOpen && !isOpen) this.#finish(record);
  }

  /**
   * The orders of a store that are not closed: how many, and the first, the most pressing one in
   * front.
   */
  open(storeId: string, most: number): { total: number; first: OrderRecord[] } {
    const list = this.#list(storeId);
    return { total: list.size, first: list.first(most) };
  }

  /** The last ones that arrived, the newest in front. */
  newest(most: number): Order[] {
    const found: Order[] = [];
    for (let place = this.#newest; place !== undefined && found.length < most; place = place.older)
      found.push(place.record.order);
    return found;
  }

  /** Calls off whatever is planned for any order. */
  stop(): void {
    for (const { record } of this.#places.values()) record.timers.clearAll();
  }

  #list(storeId: string): SortedList<OrderRecord> {
    let list = this.#open.get(storeId);
    if (list === undefined) {
      list = new SortedList((a, b) => a.deadline - b.deadline || a.number - b.number);
      this.#open.set(storeId, list);
    }
    return list;
  }

  #finish({ order }: OrderRecord): void {
    this.#finished.push(order.id);
    while (this.#finished.length - this.#forgotten > this.#maxFinished) {
      this.#forget(this.#finished[this.#forgotten] as string);
      this.#forgotten += 1;
    }
    if (this.#forgotten <= this.#finished.length / 2) return;
    this.#finished = this.#finished.slice(this.#forgotten);
    this.#forgotten = 0;
  }

  #forget(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    if (place.newer === undefined) this.#newest = place.older;
    else place.newer.older = place.older;
    if (place.older !== undefined) place.older.newer = place.newer;
    place.record.timers.clearAll();
    this.#places.delete(id);
    this.#gone.add(id);
  }
}
