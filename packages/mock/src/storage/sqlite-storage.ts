import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { MockError } from '../api/types.ts';
import { checkFormat } from './format.ts';
import { type RecordRow, toRowChanges, toSnapshot, type ValueRow } from './rows.ts';
import {
  type OpenedWorkspace,
  type Storage,
  type StorageOptions,
  StorageUnavailable,
  type WorkspaceCommit,
} from './storage.ts';

/** The statements that migrate the tables from each format to the next. */
const migrations: readonly string[] = [
  `CREATE TABLE workspaces (
     name TEXT PRIMARY KEY,
     epoch INTEGER NOT NULL,
     saved_at INTEGER,
     due_at INTEGER
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE records (
     workspace TEXT NOT NULL,
     collection TEXT NOT NULL,
     key TEXT NOT NULL,
     position INTEGER NOT NULL,
     evictable INTEGER,
     body TEXT NOT NULL,
     PRIMARY KEY (workspace, collection, key)
   ) STRICT;
   CREATE TABLE "values" (
     workspace TEXT NOT NULL,
     name TEXT NOT NULL,
     body TEXT NOT NULL,
     PRIMARY KEY (workspace, name)
   ) STRICT, WITHOUT ROWID;`,
];

/**
 * Opens an SQLite file, or creates it if it does not exist. The process locks the file.
 *
 * @throws {MockError} if this version of Node.js has no SQLite, or if the file cannot be used
 */
export async function openSqliteStorage(
  path: string,
  { now = Date.now }: StorageOptions = {},
): Promise<Storage> {
  const address = `file:${path}`;
  const { DatabaseSync: Database } = await loadSqlite();
  try {
    const database = new Database(path);
    try {
      prepareDatabase(database, address);
    } catch (error) {
      database.close();
      throw error;
    }
    return new SqliteStorage(database, address, now);
  } catch (error) {
    throw error instanceof MockError ? error : new MockError(openError(address, error as Error));
  }
}

async function loadSqlite(): Promise<typeof import('node:sqlite')> {
  try {
    return await import('node:sqlite');
  } catch {
    throw new MockError(
      `A file: store requires Node.js 22.13 or later; this is Node.js ${process.versions.node}.`,
    );
  }
}

function prepareDatabase(database: DatabaseSync, address: string): void {
  // An exclusive lock prevents access by other processes. The lock is released even if this process
  // is killed.
  database.exec('PRAGMA locking_mode = EXCLUSIVE');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  // Each checkpoint adds two disk syncs. At 10,000 pages (40 MB), checkpoints are rare.
  database.exec('PRAGMA wal_autocheckpoint = 10000');
  database.exec('BEGIN IMMEDIATE');
  const { user_version: format } = database.prepare('PRAGMA user_version').get() as {
    user_version: number;
  };
  checkFormat(address, format, migrations.length);
  for (const statements of migrations.slice(format)) database.exec(statements);
  database.exec(`PRAGMA user_version = ${migrations.length}`);
  database.exec('COMMIT');
}

function openError(address: string, { message }: Error): string {
  if (/locked|busy/i.test(message))
    return `The store ${address} is in use by another process. Stop that process, or select another file.`;
  if (/not a database/i.test(message))
    return `${address} is not a store of this mock. Select another file.`;
  if (/unable to open/i.test(message))
    return `The store ${address} cannot be opened. Check that its folder exists and is writable.`;
  return `The store ${address} cannot be opened: ${message}.`;
}

class SqliteStorage implements Storage {
  readonly address: string;
  readonly #database: DatabaseSync;
  readonly #now: () => number;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, address: string, now: () => number) {
    this.#database = database;
    this.address = address;
    this.#now = now;
  }

  async open(name: string): Promise<OpenedWorkspace> {
    return this.#transaction(() => {
      const workspace = this.#get(
        `INSERT INTO workspaces (name, epoch) VALUES (?, 1)
         ON CONFLICT DO UPDATE SET epoch = epoch + 1 RETURNING epoch, saved_at`,
        name,
      ) as { epoch: number; saved_at: number | null };
      const { epoch, saved_at: savedAt } = workspace;
      if (savedAt === null) return { epoch, state: undefined };
      const records = this.#prepare(
        `SELECT collection, position, evictable, body FROM records
         WHERE workspace = ? ORDER BY position`,
      ).iterate(name) as Iterable<unknown> as Iterable<RecordRow>;
      const values = this.#prepare('SELECT name, body FROM "values" WHERE workspace = ?').iterate(
        name,
      ) as Iterable<unknown> as Iterable<ValueRow>;
      const snapshot = toSnapshot(records, values);
      return { epoch, state: { snapshot, elapsed: Math.max(0, this.#now() - savedAt) } };
    });
  }

  async commit(batch: readonly WorkspaceCommit[]): Promise<ReadonlySet<string>> {
    return this.#transaction(() => {
      const fenced = new Set<string>();
      for (const workspace of batch) if (!this.#write(workspace)) fenced.add(workspace.name);
      return fenced;
    });
  }

  async release(): Promise<void> {}

  async delete(name: string): Promise<void> {
    this.#transaction(() => {
      this.#clear(name);
      this.#run('DELETE FROM workspaces WHERE name = ?', name);
    });
  }

  async due(graceMs: number): Promise<string[]> {
    return this.#names(
      'SELECT name FROM workspaces WHERE due_at <= ? ORDER BY due_at LIMIT 100',
      this.#now() - graceMs,
    );
  }

  async list(): Promise<string[]> {
    return this.#names('SELECT name FROM workspaces WHERE saved_at IS NOT NULL ORDER BY name');
  }

  async close(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }

  /** Writes the changes of a workspace if the epoch is current. Returns whether it is current. */
  #write({ name, epoch, changes }: WorkspaceCommit): boolean {
    const { changes: owned } = this.#run(
      'UPDATE workspaces SET saved_at = ?, due_at = ? WHERE name = ? AND epoch = ?',
      this.#now(),
      changes.dueIn === undefined ? null : Math.round(this.#now() + changes.dueIn),
      name,
      epoch,
    );
    if (owned === 0) return false;
    if (changes.replaces) this.#clear(name);
    const { records, deletedRecords, values, deletedValues } = toRowChanges(changes);
    for (const { collection, key, position, evictable, body } of records)
      this.#run(
        `INSERT INTO records VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
         SET position = excluded.position, evictable = excluded.evictable, body = excluded.body`,
        name,
        collection,
        key,
        position,
        evictable,
        body,
      );
    for (const { collection, key } of deletedRecords)
      this.#run(
        'DELETE FROM records WHERE workspace = ? AND collection = ? AND key = ?',
        name,
        collection,
        key,
      );
    for (const value of values)
      this.#run(
        'INSERT INTO "values" VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET body = excluded.body',
        name,
        value.name,
        value.body,
      );
    for (const valueName of deletedValues)
      this.#run('DELETE FROM "values" WHERE workspace = ? AND name = ?', name, valueName);
    return true;
  }

  #clear(name: string): void {
    this.#run('DELETE FROM records WHERE workspace = ?', name);
    this.#run('DELETE FROM "values" WHERE workspace = ?', name);
  }

  /** Runs a function in a transaction. */
  #transaction<Result>(run: () => Result): Result {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      const result = run();
      this.#database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw new StorageUnavailable(
        `The store ${this.address} cannot be used: ${(error as Error).message}.`,
      );
    }
  }

  #names(sql: string, ...values: SQLInputValue[]): string[] {
    const rows = this.#transaction(() => this.#prepare(sql).all(...values)) as { name: string }[];
    return rows.map(({ name }) => name);
  }

  #run(sql: string, ...values: SQLInputValue[]) {
    return this.#prepare(sql).run(...values);
  }

  #get(sql: string, ...values: SQLInputValue[]) {
    return this.#prepare(sql).get(...values);
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
