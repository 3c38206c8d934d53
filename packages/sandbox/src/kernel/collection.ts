/** A record in a store: plain JSON that is replaced as a whole and never changed in place. */
export interface StoredRecord {
  readonly id: string;
}

/** A record and its positions in a collection. */
export interface StoredRow<Record extends StoredRecord = StoredRecord> {
  record: Record;
  /** The position in creation order; unchanged if the record is replaced, absent in a snapshot. */
  position?: number;
  /** The position in eviction order; absent while the record has no group. */
  evictable?: number;
}

/** An index of a collection. The collection updates it for each change and each initial record. */
export interface Index<Record> {
  /**
   * Replaces the entry of a record.
   *
   * @param before absent for a new record
   * @param after absent for a deleted record
   */
  update(before: Record | undefined, after: Record | undefined): void;
}

/**
 * The limit of a collection. Records are evicted in the order in which they joined their group.
 */
export interface Bound<Record> {
  /** Maximum number of records per group. Records that `mayEvict` protects can exceed it. */
  limit: number;
  /** Returns the group of a record; `undefined` for a record that must not be evicted. */
  group(record: Record): string | undefined;
  /**
   * Returns whether the oldest record of a group above the limit can be evicted now. If not, no
   * other record of the group is evicted either. Default: `true`.
   */
  mayEvict?(record: Record): boolean;
  onEvict?(record: Record): void;
}

export interface CollectionOptions<Record> {
  indexes?: readonly Index<Record>[];
  bound?: Bound<Record>;
}

/** Number of records used to estimate the size of a collection. */
const sampleSize = 5;

/** Records by ID, in the order of their creation, with indexes and an optional limit. */
export class Collection<Record extends StoredRecord> {
  readonly #rows = new Map<string, StoredRow<Record>>();
  readonly #indexes: readonly Index<Record>[];
  readonly #bound: Bound<Record> | undefined;
  /** The IDs of evictable records by group, oldest first. */
  readonly #evictable = new Map<string, Set<string>>();
  /** Rows in creation order; may contain rows of deleted records. */
  #order: StoredRow<Record>[] = [];
  #nextPosition = 1;
  #nextEvictable = 1;
  readonly #onChange: ((id: string) => void) | undefined;

  /**
   * @param rows the initial rows, in creation order
   * @param onChange called with the ID of each record that is added, replaced or deleted
   */
  constructor(
    { indexes = [], bound }: CollectionOptions<Record> = {},
    rows: readonly StoredRow<Record>[] = [],
    onChange?: (id: string) => void,
  ) {
    this.#indexes = indexes;
    this.#bound = bound;
    this.#onChange = onChange;
    for (const { record, position = this.#nextPosition, evictable } of rows) {
      const row = { record, position, ...(evictable !== undefined && { evictable }) };
      this.#nextPosition = position + 1;
      this.#rows.set(record.id, row);
      this.#order.push(row);
      for (const index of indexes) index.update(undefined, record);
    }
    for (const row of this.#evictableRows()) {
      this.#nextEvictable = (row.evictable ?? 0) + 1;
      this.#groupOf(row.record)?.add(row.record.id);
    }
  }

  get size(): number {
    return this.#rows.size;
  }

  get(id: string): Record | undefined {
    return this.#rows.get(id)?.record;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  /** The records, oldest first. */
  *values(): Generator<Record> {
    for (const { record } of this.#rows.values()) yield record;
  }

  /**
   * Adds a record, or replaces the record with the same ID. Evicts records of its group above the
   * limit.
   */
  put(record: Record): Record {
    const known = this.#rows.get(record.id);
    const row = known ?? { record, position: this.#nextPosition++ };
    const before = known?.record;
    row.record = record;
    if (known === undefined) this.#append(row);
    for (const index of this.#indexes) index.update(before, record);
    this.#onChange?.(record.id);
    this.#evict(row);
    return record;
  }

  /** Replaces members of a record. */
  update(record: Record, change: Partial<Record>): Record {
    return this.put({ ...record, ...change });
  }

  /** Deletes a record. Returns whether a record with this ID existed. */
  delete(id: string): boolean {
    const row = this.#rows.get(id);
    if (row === undefined) return false;
    this.#rows.delete(id);
    if (row.evictable !== undefined) this.#groupOf(row.record)?.delete(id);
    for (const index of this.#indexes) index.update(row.record, undefined);
    this.#onChange?.(id);
    return true;
  }

  /** Returns the record with an ID and its positions; `undefined` if the ID is unknown. */
  row(id: string): StoredRow<Record> | undefined {
    return this.#rows.get(id);
  }

  /** Returns all records with their positions, in creation order. */
  allRows(): Iterable<StoredRow<Record>> {
    return this.#rows.values();
  }

  /**
   * Returns the newest matching records, newest first.
   *
   * @param limit maximum number of records
   * @param matches returns whether to include a record. Default: all records are included
   */
  newest(limit: number, matches: (record: Record) => boolean = () => true): Record[] {
    const found: Record[] = [];
    for (let index = this.#order.length - 1; index >= 0 && found.length < limit; index--) {
      const row = this.#order[index] as StoredRow<Record>;
      if (this.#rows.get(row.record.id) === row && matches(row.record)) found.push(row.record);
    }
    return found;
  }

  /**
   * Evicts records of a group above the limit. Returns the number of remaining records of the
   * group.
   */
  countIn(group: string): number {
    const ids = this.#evictable.get(group) ?? new Set<string>();
    this.#evictFrom(ids);
    return ids.size;
  }

  /** Estimates the size of all records as JSON, in bytes, from the newest records. */
  estimateBytes(): number {
    const sample = this.newest(sampleSize, () => true);
    const bytes = sample.reduce((sum, record) => sum + JSON.stringify(record).length, 0);
    return sample.length === 0 ? 0 : Math.ceil((bytes / sample.length) * this.size);
  }

  /** Returns the rows for a snapshot, oldest first. */
  rows(): StoredRow<Record>[] {
    // Eviction positions start at 1, so that equal collections have equal snapshots.
    const positions = new Map(this.#evictableRows().map((row, index) => [row, index + 1]));
    return [...this.#rows.values()].map((row) => {
      const evictable = positions.get(row);
      return { record: row.record, ...(evictable !== undefined && { evictable }) };
    });
  }

  #evictableRows(): StoredRow<Record>[] {
    return [...this.#rows.values()]
      .filter(({ evictable }) => evictable !== undefined)
      .sort((a, b) => (a.evictable ?? 0) - (b.evictable ?? 0));
  }

  #append(row: StoredRow<Record>): void {
    this.#rows.set(row.record.id, row);
    this.#order.push(row);
    if (this.#order.length > 2 * this.#rows.size + 64) this.#order = [...this.#rows.values()];
  }

  #evict(row: StoredRow<Record>): void {
    if (this.#bound === undefined) return;
    const group = this.#groupOf(row.record);
    if (group === undefined) return;
    if (row.evictable === undefined) {
      row.evictable = this.#nextEvictable++;
      group.add(row.record.id);
    }
    this.#evictFrom(group);
  }

  #evictFrom(group: Set<string>): void {
    const { limit = Number.POSITIVE_INFINITY, mayEvict, onEvict } = this.#bound ?? {};
    for (const id of group) {
      if (group.size <= limit) return;
      const oldest = this.get(id) as Record;
      if (mayEvict?.(oldest) === false) return;
      this.delete(id);
      onEvict?.(oldest);
    }
  }

  #groupOf(record: Record): Set<string> | undefined {
    const name = this.#bound?.group(record);
    if (name === undefined) return undefined;
    let group = this.#evictable.get(name);
    if (group === undefined) {
      group = new Set();
      this.#evictable.set(name, group);
    }
    return group;
  }
}

/** An index that finds the records with the same key. */
export class KeyIndex<Record extends StoredRecord> implements Index<Record> {
  readonly #key: (record: Record) => string | undefined;
  readonly #ids = new Map<string, Set<string>>();

  /** @param key returns `undefined` for a record that is not in the index */
  constructor(key: (record: Record) => string | undefined) {
    this.#key = key;
  }

  /** Returns the IDs of the records with a key, in the order in which they got the key. */
  ids(key: string): readonly string[] {
    return [...(this.#ids.get(key) ?? [])];
  }

  update(before: Record | undefined, after: Record | undefined): void {
    const [old, next] = [before && this.#key(before), after && this.#key(after)];
    if (old === next) return;
    if (before !== undefined && old !== undefined) this.#remove(old, before.id);
    if (after === undefined || next === undefined) return;
    const ids = this.#ids.get(next);
    if (ids === undefined) this.#ids.set(next, new Set([after.id]));
    else ids.add(after.id);
  }

  #remove(key: string, id: string): void {
    const ids = this.#ids.get(key);
    ids?.delete(id);
    if (ids?.size === 0) this.#ids.delete(key);
  }
}
