import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const debianFolder = '/usr/lib/postgresql';
const folders = [
  ...(existsSync(debianFolder)
    ? readdirSync(debianFolder)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(debianFolder, version, 'bin'))
    : []),
  ...(process.env.PATH ?? '').split(':'),
];
const programs = folders.find((folder) => existsSync(join(folder, 'initdb')));

/** Reason why PostgreSQL tests cannot run on this machine; `undefined` if they can run. */
export const noPostgres: string | undefined =
  programs === undefined
    ? 'PostgreSQL is not installed; on Debian: apt-get install postgresql'
    : undefined;

/** A separate PostgreSQL server with its data in a temporary folder. */
export class PostgresServer {
  readonly port: number;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(folder: string, port: number, settings: readonly string[]) {
    this.#folder = folder;
    this.port = port;
    this.#settings = settings;
  }

  /**
   * Starts a server with an empty data folder.
   *
   * @param settings settings of `postgresql.conf`. Default: `fsync=off`.
   */
  static async start(settings: readonly string[] = ['fsync=off']): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'delivery-postgres-'));
    const { uid, gid } = unprivileged();
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
    const data = join(folder, 'data');
    const args = ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];
    const { status, stderr } = spawnSync(program('initdb'), args, { uid, gid, encoding: 'utf8' });
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
    const server = new PostgresServer(folder, await freePort(), settings);
    await server.startAgain();
    return server;
  }

  /** Creates an empty database and returns its URL. */
  async createDatabase(): Promise<string> {
    const name = `test_${process.hrtime.bigint()}`;
    this.query('postgres', `CREATE DATABASE ${name}`);
    return this.urlOf(name);
  }

  urlOf(database: string): string {
    return `postgres://test:secret@127.0.0.1:${this.port}/${database}`;
  }

  /**
   * Runs a statement and returns the rows as text.
   *
   * @throws {Error} with the message of `psql` if the statement fails
   */
  query(database: string, sql: string): string {
    const address = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'test', '-d', database];
    const { status, stdout, stderr } = spawnSync(
      program('psql'),
      [...address, '-v', 'ON_ERROR_STOP=1', '-At', '-c', sql],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(stderr);
    return stdout.trim();
  }

  /**
   * Starts the server with its current data, for example after `kill`.
   *
   * @throws {Error} if the server does not accept connections within about a minute
   */
  async startAgain(): Promise<void> {
    const { uid, gid } = unprivileged();
    const settings = this.#settings.flatMap((setting) => ['-c', setting]);
    const args = ['-D', join(this.#folder, 'data'), '-p', String(this.port), '-k', this.#folder];
    this.#process = spawn(program('postgres'), [...args, '-h', '127.0.0.1', ...settings], {
      uid,
      gid,
      stdio: 'ignore',
    });
    for (let attempts = 0; ; attempts++) {
      const ready = spawnSync(program('pg_isready'), ['-h', '127.0.0.1', '-p', String(this.port)]);
      if (ready.status === 0) return;
      if (attempts === 600) throw new Error('PostgreSQL did not start within a minute.');
      await wait(100);
    }
  }

  /** Stops the server immediately and waits until it exits. */
  async kill(): Promise<void> {
    const running = this.#process;
    if (running === undefined || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGQUIT');
    await ended;
  }

  /** Stops the server and deletes its data. */
  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function program(name: string): string {
  if (programs === undefined) throw new Error(noPostgres);
  return join(programs, name);
}

/**
 * Returns the user ID of `nobody`, also as the group ID, if this process is root, because PostgreSQL
 * cannot run as root. Otherwise, returns an empty object.
 */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const { stdout } = spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' });
  return { uid: Number(stdout), gid: Number(stdout) };
}
