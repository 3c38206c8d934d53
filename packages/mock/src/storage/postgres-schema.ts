import type { Client } from 'pg';
import { checkFormat } from './format.ts';

/** The statements that migrate the tables from each format to the next. */
const migrations: readonly string[] = [
  `CREATE TABLE delivery_mock_workspaces (
     name text PRIMARY KEY,
     epoch bigint NOT NULL,
     owner text,
     saved_at timestamptz,
     due_at timestamptz
   );
   CREATE TABLE delivery_mock_records (
     workspace text NOT NULL,
     collection text NOT NULL,
     key text NOT NULL,
     position bigint NOT NULL,
     evictable bigint,
     body text NOT NULL,
     PRIMARY KEY (workspace, collection, key)
   );
   CREATE TABLE delivery_mock_values (
     workspace text NOT NULL,
     name text NOT NULL,
     body text NOT NULL,
     PRIMARY KEY (workspace, name)
   );`,
];

/**
 * Creates the tables, or migrates them to the format of this version. Processes that start at the
 * same time run the migrations one after another.
 *
 * @throws {MockError} if a later version of the mock has written the tables
 */
export async function migratePostgres(client: Client, address: string): Promise<void> {
  await client.query('BEGIN');
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('delivery-mock schema'))`);
  await client.query('CREATE TABLE IF NOT EXISTS delivery_mock_format (format integer NOT NULL)');
  const { rows } = await client.query<{ format: number }>(
    'SELECT format FROM delivery_mock_format',
  );
  const format = rows[0]?.format ?? 0;
  checkFormat(address, format, migrations.length);
  for (const statements of migrations.slice(format)) await client.query(statements);
  await client.query('DELETE FROM delivery_mock_format');
  await client.query('INSERT INTO delivery_mock_format VALUES ($1)', [migrations.length]);
  await client.query('COMMIT');
}
