import type { Client, DatabaseError } from 'pg';
import { MockError } from '../api/types.ts';
import { withoutPassword } from './address.ts';
import { migratePostgres } from './postgres-schema.ts';
import {
  clearSql,
  dueSql,
  elapsedSql,
  lockKeySql,
  toColumns,
  writeSql,
} from './postgres-statements.ts';
import { type RecordRow, toSnapshot, type ValueRow } from './rows.ts';
import {
  type ForeignWorkspace,
  type OpenedWorkspace,
  type Storage,
  type StorageOptions,
  StorageUnavailable,
  type WorkspaceCommit,
} from './storage.ts';

const connectTimeoutMs = 3_000;
/** Time after which a statement fails and the connection counts as lost, in milliseconds. */
const queryTimeoutMs = 10_000;
/** Interval between checks of the connection, in milliseconds. */
const heartbeatMs = 1_000;
/** Time after a failed connection attempt during which no new attempt starts, in milliseconds. */
const retryMs = 250;

/**
 * Connects to PostgreSQL and creates the tables if they do not exist.
 *
 * @throws {MockError} if the address is invalid, the server cannot be reached, or a later version
 * of the mock has written the tables
 */
export async function openPostgresStorage(
  url: string,
  options: StorageOptions = {},
): Promise<Storage> {
  const storage = new PostgresStorage(url, options);
  await storage.connect().catch((error: Error) => {
    throw error instanceof MockError ? error : new MockError(error.message);
  });
  return storage;
}

/**
 * Uses one connection for the session locks of the workspaces, for reads, and for commits. When the
 * connection closes, its locks are released, and all workspaces are lost.
 */
class PostgresStorage implements Storage {
  readonly address: string;
  readonly #url: string;
  readonly #options: StorageOptions;
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** The workspaces whose locks the connection holds. */
  readonly #locked = new Set<string>();
  /**
   * Resolves after the previous statement. `pg` requires that each statement ends before the next
   * one starts.
   */
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string, options: StorageOptions) {
    this.address = withoutPassword(url);
    this.#url = url;
    this.#options = options;
  }

  /** Returns the open connection, or connects. */
  async connect(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    if (this.#isClosed) throw new StorageUnavailable(`The store ${this.address} is closed.`);
    this.#connecting ??= this.#open().then(
      (client) => {
        this.#connecting = undefined;
        return client;
      },
      (error) => {
        setTimeout(() => {
          this.#connecting = undefined;
        }, retryMs).unref();
        throw error;
      },
    );
    return this.#connecting;
  }

  async open(name: string): Promise<OpenedWorkspace | ForeignWorkspace> {
    const client = await this.connect();
    if (!(await this.#lock(client, name))) return this.#ownerOf(client, name);
    const [row] = await this.#query<{ epoch: string; elapsed: number | null }>(
      client,
      `INSERT INTO delivery_mock_workspaces AS one (name, epoch, owner) VALUES ($1, 1, $2)
       ON CONFLICT (name) DO UPDATE SET epoch = one.epoch + 1, owner = $2
       RETURNING epoch, ${elapsedSql} AS elapsed`,
      [name, this.#options.advertiseUrl ?? null],
    );
    const { epoch, elapsed } = row as { epoch: string; elapsed: number | null };
    if (elapsed === null) return { epoch: Number(epoch), state: undefined };
    const records = await this.#query<RecordRow>(
      client,
      `SELECT collection, position, evictable, body FROM delivery_mock_records
       WHERE workspace = $1 ORDER BY position`,
      [name],
    );
    const values = await this.#query<ValueRow>(
      client,
      'SELECT name, body FROM delivery_mock_values WHERE workspace = $1',
      [name],
    );
    const snapshot = toSnapshot(records, values);
    return { epoch: Number(epoch), state: { snapshot, elapsed: Math.max(0, elapsed) } };
  }

  async commit(batch: readonly WorkspaceCommit[]): Promise<ReadonlySet<string>> {
    const client = this.#client;
    if (client === undefined) throw this.#unavailable(new Error('the connection was lost'));
    const columns = toColumns(batch);
    const replaced = batch.filter(({ changes }) => changes.replaces);
    const clear = [replaced.map(({ name }) => name), replaced.map(({ epoch }) => epoch)];
    const owned = await this.#serial(client, async () => {
      const write = () =>
        client.query<{ name: string }>({ name: 'w', text: writeSql, values: columns });
      if (replaced.length === 0) return write();
      await client.query('BEGIN');
      await client.query(clearSql, clear);
      const result = await write();
      await client.query('COMMIT');
      return result;
    });
    const names = new Set(owned.rows.map(({ name }) => name));
    return new Set(batch.map(({ name }) => name).filter((name) => !names.has(name)));
  }

  async release(name: string): Promise<void> {
    const client = this.#client;
    if (client !== undefined && this.#locked.delete(name))
      await this.#query(client, `SELECT pg_advisory_unlock(${lockKeySql})`, [name]);
  }

  async delete(name: string): Promise<void> {
    const client = await this.connect();
    await this.#query(
      client,
      `WITH records AS (DELETE FROM delivery_mock_records WHERE workspace = $1),
         single AS (DELETE FROM delivery_mock_values WHERE workspace = $1)
       DELETE FROM delivery_mock_workspaces WHERE name = $1`,
      [name],
    );
    await this.release(name);
  }

  async due(graceMs: number): Promise<string[]> {
    return this.#names(dueSql, [graceMs]);
  }

  async list(): Promise<string[]> {
    return this.#names(
      'SELECT name FROM delivery_mock_workspaces WHERE saved_at IS NOT NULL ORDER BY name COLLATE "C"',
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client ?? (await this.#connecting?.catch(() => undefined));
    this.#forget();
    await client?.end().catch(() => {});
  }

  async #open(): Promise<Client> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
      application_name: 'delivery-mock',
      keepAlive: true,
    });
    // If a connection fails while it opens, `connect` also rejects.
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new Error('the server closed the connection')));
    try {
      await client.connect();
      // If the server cannot reach this process, it ends the session, which releases the locks.
      await client.query(
        'SET tcp_keepalives_idle = 1; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 2; SET tcp_user_timeout = 3000',
      );
      await migratePostgres(client, this.address);
    } catch (error) {
      await client.end().catch(() => {});
      throw error instanceof MockError ? error : this.#unavailable(error);
    }
    this.#client = client;
    this.#heartbeat = setInterval(() => void this.#check(client), heartbeatMs);
    this.#heartbeat.unref();
    return client;
  }

  async #check(client: Client): Promise<void> {
    await this.#query(client, 'SELECT 1').catch(() => {});
  }

  async #lock(client: Client, name: string): Promise<boolean> {
    if (this.#locked.has(name)) return true;
    const [row] = await this.#query<{ locked: boolean }>(
      client,
      `SELECT pg_try_advisory_lock(${lockKeySql}) AS locked`,
      [name],
    );
    if (row?.locked) this.#locked.add(name);
    return row?.locked === true;
  }

  async #ownerOf(client: Client, name: string): Promise<ForeignWorkspace> {
    const [row] = await this.#query<{ owner: string | null }>(
      client,
      'SELECT owner FROM delivery_mock_workspaces WHERE name = $1',
      [name],
    );
    if (row?.owner) return { owner: row.owner };
    throw new StorageUnavailable(
      `Another process owns the workspace '${name}'. Start that process with --advertise-url so that requests can be forwarded to it.`,
    );
  }

  async #names(text: string, values: unknown[] = []): Promise<string[]> {
    const rows = await this.#query<{ name: string }>(await this.connect(), text, values);
    return rows.map(({ name }) => name);
  }

  async #query<Row>(client: Client, text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.#serial(client, () => client.query({ text, values }));
    return rows as Row[];
  }

  /**
   * Runs statements after all previous statements. Any error closes the connection, because it is
   * unknown which statements took effect.
   */
  async #serial<Result>(client: Client, run: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(run);
    this.#last = result.catch(() => {});
    try {
      return await result;
    } catch (error) {
      this.#lose(client, error as Error);
      throw this.#unavailable(error);
    }
  }

  #lose(client: Client, error: Error): void {
    if (this.#client !== client) return;
    this.#forget();
    void client.end().catch(() => {});
    this.#options.onLost?.(this.#unavailable(error));
  }

  #forget(): void {
    clearInterval(this.#heartbeat);
    this.#client = undefined;
    this.#locked.clear();
  }

  #unavailable(error: unknown): StorageUnavailable {
    const result = isRejection(error) ? 'reported an error' : 'is not reachable';
    return new StorageUnavailable(`The store ${this.address} ${result}: ${messageOf(error)}.`);
  }
}

/** Returns whether the server is available but rejected a connection or a statement. */
function isRejection(error: unknown): boolean {
  const { severity, code } = error as Partial<DatabaseError>;
  // Codes that begin with 57P: the server stops, starts, or has closed the connection.
  return severity !== undefined && code?.startsWith('57P') !== true;
}

const messageOf = (error: unknown): string =>
  ((error as Error).message || (error as NodeJS.ErrnoException).code || 'unknown error').replace(
    /\.?\s*(\n.*)?$/s,
    '',
  );
