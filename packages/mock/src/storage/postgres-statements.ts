import { toRowChanges } from './rows.ts';
import type { WorkspaceCommit } from './storage.ts';

/** The session lock key of workspace `$1`. */
export const lockKeySql = `hashtextextended(current_schema() || ' delivery-mock ' || $1, 0)`;
/** Milliseconds since the workspace was stored. */
export const elapsedSql = 'extract(epoch FROM clock_timestamp() - one.saved_at)::float8 * 1000';

/** Selects workspaces with tasks that have been due for at least `$1` milliseconds. */
export const dueSql = `
  SELECT name FROM delivery_mock_workspaces
  WHERE due_at <= clock_timestamp() - $1::float8 * interval '1 millisecond'
  ORDER BY due_at LIMIT 100`;

/**
 * Deletes the state of workspaces whose epoch is current, before `writeSql` writes the new state.
 */
export const clearSql = `
  WITH owned AS (
    SELECT one.name FROM delivery_mock_workspaces one
    JOIN unnest($1::text[], $2::bigint[]) AS sent(name, epoch) USING (name, epoch) FOR UPDATE OF one),
  records AS (
    DELETE FROM delivery_mock_records WHERE workspace IN (SELECT name FROM owned))
  DELETE FROM delivery_mock_values WHERE workspace IN (SELECT name FROM owned)`;

/** Writes the changes of the workspaces whose epoch is current. Returns the workspace names. */
export const writeSql = `
  WITH owned AS (
    UPDATE delivery_mock_workspaces one SET saved_at = clock_timestamp(),
      due_at = clock_timestamp() + sent.due_in * interval '1 millisecond'
    FROM unnest($1::text[], $2::bigint[], $17::float8[]) AS sent(name, epoch, due_in)
    WHERE one.name = sent.name AND one.epoch = sent.epoch
    RETURNING one.name),
  records AS (
    INSERT INTO delivery_mock_records (workspace, collection, key, position, evictable, body)
    SELECT sent.* FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::text[])
      AS sent(workspace, collection, key, position, evictable, body)
    WHERE sent.workspace IN (SELECT name FROM owned)
    ON CONFLICT (workspace, collection, key) DO UPDATE
      SET position = excluded.position, evictable = excluded.evictable, body = excluded.body),
  deleted_records AS (
    DELETE FROM delivery_mock_records one
    USING unnest($9::text[], $10::text[], $11::text[]) AS sent(workspace, collection, key)
    WHERE one.workspace = sent.workspace AND one.collection = sent.collection
      AND one.key = sent.key AND one.workspace IN (SELECT name FROM owned)),
  single AS (
    INSERT INTO delivery_mock_values (workspace, name, body)
    SELECT sent.* FROM unnest($12::text[], $13::text[], $14::text[]) AS sent(workspace, name, body)
    WHERE sent.workspace IN (SELECT name FROM owned)
    ON CONFLICT (workspace, name) DO UPDATE SET body = excluded.body),
  deleted_single AS (
    DELETE FROM delivery_mock_values one
    USING unnest($15::text[], $16::text[]) AS sent(workspace, name)
    WHERE one.workspace = sent.workspace AND one.name = sent.name
      AND one.workspace IN (SELECT name FROM owned))
  SELECT name FROM owned`;

/** Returns the parameters of `writeSql`: one array for each column. */
export function toColumns(batch: readonly WorkspaceCommit[]): unknown[][] {
  const columns: unknown[][] = Array.from({ length: 17 }, () => []);
  const add = (first: number, ...values: unknown[]): void => {
    for (const [index, value] of values.entries()) columns[first + index]?.push(value);
  };
  for (const { name, epoch, changes } of batch) {
    add(0, name, epoch);
    add(16, changes.dueIn ?? null);
    const { records, deletedRecords, values, deletedValues } = toRowChanges(changes);
    for (const { collection, key, position, evictable, body } of records)
      add(2, name, collection, key, position, evictable, body);
    for (const { collection, key } of deletedRecords) add(8, name, collection, key);
    for (const value of values) add(11, name, value.name, value.body);
    for (const valueName of deletedValues) add(14, name, valueName);
  }
  return columns;
}
