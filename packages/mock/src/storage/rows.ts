import { createHash } from 'node:crypto';
import type { SandboxChanges, StoredState } from '@delivery-api/sandbox';

type Snapshot = StoredState['snapshot'];
type StoredRow = Snapshot['collections'][string][number];

/** A record as a row of a table. */
export interface RecordRow {
  collection: string;
  position: number;
  /** The position in the order of eviction; null if the record cannot be evicted. */
  evictable: number | null;
  /** The record as JSON. */
  body: string;
}

/** A single value as a row of a table. */
export interface ValueRow {
  name: string;
  /** The value as JSON. */
  body: string;
}

/** Changes to a sandbox, as rows to write and keys to delete. */
export interface RowChanges {
  records: (RecordRow & { key: string })[];
  deletedRecords: { collection: string; key: string }[];
  values: ValueRow[];
  deletedValues: string[];
}

/**
 * Maximum length of an escaped ID that is used as a key, in UTF-16 code units. An index entry of
 * PostgreSQL has at most 2,704 bytes.
 */
const maxKeyLength = 400;

/**
 * Returns the key of a record: its ID, escaped as in a JSON string, or a digest of a long ID.
 * PostgreSQL rejects U+0000, and the UTF-8 encoding replaces lone surrogates, so both are escaped.
 */
function keyOf(id: string): string {
  const escaped = JSON.stringify(id).slice(1, -1);
  if (escaped.length <= maxKeyLength) return escaped;
  return `sha256:${createHash('sha256').update(id).digest('hex')}`;
}

/** Converts the changes to a sandbox into changes to rows. */
export function toRowChanges({ rows, values }: SandboxChanges): RowChanges {
  const changes: RowChanges = { records: [], deletedRecords: [], values: [], deletedValues: [] };
  for (const { collection, id, row } of rows) {
    const key = keyOf(id);
    if (row === undefined) changes.deletedRecords.push({ collection, key });
    else {
      const { record, position = 0, evictable = null } = row;
      const body = JSON.stringify(record);
      changes.records.push({ collection, key, position, evictable, body });
    }
  }
  for (const { name, value } of values) {
    if (value === undefined) changes.deletedValues.push(name);
    else changes.values.push({ name, body: JSON.stringify(value) });
  }
  return changes;
}

/**
 * Converts rows to a snapshot of a sandbox.
 *
 * @param records in the order of their positions
 */
export function toSnapshot(records: Iterable<RecordRow>, values: Iterable<ValueRow>): Snapshot {
  const snapshot: Snapshot = { collections: {}, values: {} };
  for (const { collection, position, evictable, body } of records) {
    const row: StoredRow = {
      record: JSON.parse(body),
      position: Number(position),
      ...(evictable !== null && { evictable: Number(evictable) }),
    };
    const rows = snapshot.collections[collection];
    if (rows === undefined) snapshot.collections[collection] = [row];
    else rows.push(row);
  }
  for (const { name, body } of values) snapshot.values[name] = JSON.parse(body);
  return snapshot;
}
