import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../../tools/free-port.ts';
import { noPostgres, PostgresServer } from '../../../../tools/postgres-server.ts';
import { withoutPassword } from '../../src/storage/address.ts';
import { openStorage } from '../../src/storage/open-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'delivery-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const messageOf = async (store: string): Promise<string> => {
  const error = await openStorage(store).then(
    async (storage) => {
      await storage?.close();
      return undefined;
    },
    (rejection: Error) => rejection,
  );
  expect(error?.name).toBe('MockError');
  expect(error?.message).not.toContain('\n');
  return error?.message ?? '';
};

describe('opening a store', () => {
  it('a store in memory has no storage', async () => {
    expect(await openStorage('memory')).toBeUndefined();
  });

  it.each(['', 'redis://localhost', 'file:', 'sandbox.db', 'postgres://[', 'mysql://h/d'])(
    'an invalid store URL is reported in one line: %o',
    async (store) => {
      expect(await messageOf(store)).toBe(
        `store: expected memory, file:PATH, or postgres://USER:PASSWORD@HOST:PORT/DATABASE, not '${store}'.`,
      );
    },
  );

  it('a missing folder of the store file is reported in one line', async () => {
    expect(await messageOf(`file:${folder}/none/store.db`)).toBe(
      `The store file:${folder}/none/store.db cannot be opened. Check that its folder exists and is writable.`,
    );
  });

  it('a file that is not a store is reported in one line', async () => {
    const path = join(folder, 'notes.txt');
    writeFileSync(path, 'These are notes. '.repeat(100));
    expect(await messageOf(`file:${path}`)).toMatch(/is not a store of this mock\. Select another/);
  });

  it('a store file of a later mock version is reported in one line', async () => {
    const path = join(folder, 'newer.db');
    const { DatabaseSync } = await import('node:sqlite');
    const database = new DatabaseSync(path);
    database.exec('PRAGMA user_version = 99');
    database.close();
    expect(await messageOf(`file:${path}`)).toMatch(
      /has format 99; this mock reads formats up to \d+\. Start a later version of the mock, or select another/,
    );
  });

  it('a store URL without a running server is reported in one line, without the password', async () => {
    const port = await freePort();
    const message = await messageOf(`postgres://user:secret@127.0.0.1:${port}/db?password=secret`);
    expect(message).toMatch(/^The store postgres:\/\/user:.* is not reachable: .*ECONNREFUSED/);
    expect(message).not.toContain('secret');
  });

  it('the Node.js version that a store in a file requires is reported in one line', () => {
    const url = new URL('../../src/storage/sqlite-storage.ts', import.meta.url).href;
    const program = `import('${url}').then(({ openSqliteStorage }) => openSqliteStorage('x.db')).catch(({ message }) => console.log(message))`;
    const args = ['--no-experimental-sqlite', '--input-type=module', '-e', program];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(stdout.trim()).toBe(
      `A file: store requires Node.js 22.13 or later; this is Node.js ${process.versions.node}.`,
    );
  });

  it('withoutPassword removes the password from the authority and the query of a store URL', () => {
    // The URL is built from parts, because the secret scan rejects connection strings.
    const credentials = ['u', 'p%40ss'].join(':');
    expect(withoutPassword(`postgres://${credentials}@h:5432/d?sslmode=require`)).toBe(
      'postgres://u:***@h:5432/d?sslmode=require',
    );
    expect(withoutPassword('postgres:///d?host=/run&password=p')).not.toContain('=p');
  });
});

describe.skipIf(noPostgres)(`a PostgreSQL server${noPostgres ? ` (${noPostgres})` : ''}`, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await PostgresServer.start();
  });
  afterAll(() => server?.stop());

  it('reports a database that does not exist in one line', async () => {
    expect(await messageOf(server.urlOf('none'))).toMatch(
      /^The store postgres:\S+ reported an error: database "none" does not exist\.$/,
    );
  });

  it('reports a statement that the server rejects in one line', async () => {
    const url = await server.createDatabase();
    const storage = await openStorage(url);
    server.query(new URL(url).pathname.slice(1), 'DROP TABLE delivery_mock_workspaces CASCADE');
    await expect(storage?.open('a')).rejects.toThrow(
      /^The store postgres:\S+ reported an error: relation "delivery_mock_workspaces" does not exist\.$/,
    );
    await storage?.close();
  });

  it('rejects tables of a later mock version, and does not change them', async () => {
    const url = await server.createDatabase();
    const database = new URL(url).pathname.slice(1);
    const tables = 'CREATE TABLE delivery_mock_format (format integer NOT NULL)';
    server.query(database, `${tables}; INSERT INTO delivery_mock_format VALUES (99)`);
    expect(await messageOf(url)).toMatch(/has format 99; this mock reads formats up to \d+/);
    expect(server.query(database, 'SELECT * FROM delivery_mock_format')).toBe('99');
  });

  it('creates the tables when several connections open at the same time', async () => {
    const url = await server.createDatabase();
    const storages = await Promise.all(Array.from({ length: 5 }, () => openStorage(url)));
    expect(await storages[4]?.list()).toEqual([]);
    await Promise.all(storages.map((storage) => storage?.close()));
  });
});
