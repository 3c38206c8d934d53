import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxChanges } from '@delivery-api/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noPostgres, PostgresServer } from '../../../../tools/postgres-server.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { OpenedWorkspace, Storage } from '../../src/storage/storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'delivery-store-'));
let server: PostgresServer | undefined;
let files = 0;
beforeAll(async () => {
  if (noPostgres === undefined) server = await PostgresServer.start();
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const kinds = [
  { kind: 'file', create: async () => `file:${join(folder, `store-${files++}.db`)}` },
  {
    kind: 'postgres',
    create: async () => (server as PostgresServer).createDatabase(),
    missing: noPostgres,
  },
];

const row = (id: string, position: number, members: object = {}) => ({
  collection: 'bookings',
  id,
  row: { record: { id, ...members }, position },
});
const deleted = (id: string) => ({ collection: 'bookings', id, row: undefined });
const changes = (part: Partial<SandboxChanges>): SandboxChanges => ({
  replaces: false,
  rows: [],
  values: [],
  ...part,
});

describe.each(kinds)('a $kind store', ({ create, missing }) => {
  const test = missing === undefined ? it : (name: string) => it.skip(`${name} (${missing})`);
  let url: string;
  let storage: Storage;
  beforeEach(async () => {
    if (missing !== undefined) return;
    url = await create();
    storage = await reopen();
  });
  afterEach(() => storage?.close());
  const reopen = async (): Promise<Storage> => (await openStorage(url)) as Storage;
  const open = async (name: string, from = storage) => (await from.open(name)) as OpenedWorkspace;
  const collectionsOf = async (name: string) =>
    (await open(name)).state?.snapshot.collections as Record<string, unknown>;

  test('returns no state for a new workspace', async () => {
    expect(await open('a')).toEqual({ epoch: 1, state: undefined });
    expect(await storage.list()).toEqual([]);
  });

  test('returns the committed state, in the order of positions, when the workspace is opened again', async () => {
    const { epoch } = await open('a');
    const rows = [row('z', 1, { text: 'Größe \u0000 \ud800' }), row('b', 3), row('a', 2)];
    const evictable = { ...row('c', 4), row: { record: { id: 'c' }, position: 4, evictable: 1 } };
    const values = [{ name: 'clock', value: { time: 1.5 } }];
    await storage.commit([
      { name: 'a', epoch, changes: changes({ rows: [...rows, evictable], values }) },
    ]);
    await storage.close();
    storage = await reopen();
    const { state, epoch: next } = await open('a');
    expect(next).toBe(2);
    expect(state?.snapshot).toEqual({
      collections: {
        bookings: [rows[0], rows[2], rows[1], evictable].map((one) => one?.row),
      },
      values: { clock: { time: 1.5 } },
    });
    expect(state?.elapsed).toBeGreaterThanOrEqual(0);
    expect(state?.elapsed).toBeLessThan(60_000);
  });

  test('replaces, deletes and adds rows and values in one commit', async () => {
    const { epoch } = await open('a');
    const first = changes({
      rows: [row('a', 1), row('b', 2)],
      values: [
        { name: 'seed', value: 's' },
        { name: 'target', value: null },
      ],
    });
    const second = changes({
      rows: [deleted('a'), row('b', 2, { status: 'new' }), row('c', 3), deleted('never')],
      values: [
        { name: 'seed', value: undefined },
        { name: 'target', value: 'there' },
      ],
    });
    for (const one of [first, second]) await storage.commit([{ name: 'a', epoch, changes: one }]);
    const { state } = await open('a');
    expect(state?.snapshot).toEqual({
      collections: { bookings: [row('b', 2, { status: 'new' }).row, row('c', 3).row] },
      values: { target: 'there' },
    });
  });

  test('deletes the previous state when changes replace it', async () => {
    const { epoch } = await open('a');
    const old = changes({ rows: [row('a', 1), row('b', 2)], values: [{ name: 'x', value: 1 }] });
    await storage.commit([{ name: 'a', epoch, changes: old }]);
    const fresh = changes({ replaces: true, rows: [row('b', 1)] });
    await storage.commit([{ name: 'a', epoch, changes: fresh }]);
    const { state } = await open('a');
    expect(state?.snapshot).toEqual({ collections: { bookings: [row('b', 1).row] }, values: {} });
  });

  test('stores IDs of any length and with any character as different records', async () => {
    const { epoch } = await open('a');
    const long = 'x'.repeat(9_000);
    const ids = ['\u0000', '\\u0000', '\ud800', '\ud801', `${long}1`, `${long}2`];
    await storage.commit([
      {
        name: 'a',
        epoch,
        changes: changes({ rows: ids.map((id, position) => row(id, position)) }),
      },
    ]);
    expect(await collectionsOf('a')).toEqual({
      bookings: ids.map((id, position) => row(id, position).row),
    });
    const { epoch: next } = await open('a');
    await storage.commit([
      { name: 'a', epoch: next, changes: changes({ rows: ids.slice(1).map(deleted) }) },
    ]);
    expect(await collectionsOf('a')).toEqual({ bookings: [row('\u0000', 0).row] });
  });

  test('commits several workspaces at once, except for workspaces that have a later owner', async () => {
    const [old, other] = [await open('a'), await open('b')];
    const current = await open('a');
    const write = (epoch: number, text: string) => ({
      name: 'a',
      epoch,
      changes: changes({ replaces: true, rows: [row(text, 1)] }),
    });
    await storage.commit([write(current.epoch, 'current')]);
    const fenced = await storage.commit([
      write(old.epoch, 'old'),
      { name: 'b', epoch: other.epoch, changes: changes({ rows: [row('b', 1)] }) },
    ]);
    expect([...fenced]).toEqual(['a']);
    expect(await collectionsOf('a')).toEqual({ bookings: [row('current', 1).row] });
    expect(await collectionsOf('b')).toEqual({ bookings: [row('b', 1).row] });
  });

  test('lists workspaces by name, and deletes a workspace without an effect on other workspaces', async () => {
    for (const name of ['b', 'a-2', 'a']) {
      const { epoch } = await open(name);
      await storage.commit([{ name, epoch, changes: changes({ rows: [row('x', 1)] }) }]);
    }
    expect(await storage.list()).toEqual(['a', 'a-2', 'b']);
    await storage.delete('a-2');
    expect(await storage.list()).toEqual(['a', 'b']);
    expect((await open('a-2')).state).toBeUndefined();
    expect(await collectionsOf('b')).toEqual({ bookings: [row('x', 1).row] });
  });

  test('lists the workspaces whose tasks are due', async () => {
    for (const [name, dueIn] of [
      ['overdue', 0],
      ['later', 600_000],
      ['idle', undefined],
    ] as const) {
      const { epoch } = await open(name);
      await storage.commit([{ name, epoch, changes: changes({ dueIn }) }]);
    }
    expect(await storage.due(0)).toEqual(['overdue']);
    expect(await storage.due(60_000)).toEqual([]);
  });

  test('keeps a workspace for one process until the process releases the workspace', async () => {
    if (url.startsWith('file:')) {
      await expect(reopen()).rejects.toThrow(/in use by another process\. Stop that process, or/);
      return;
    }
    const second = (await openStorage(url, { advertiseUrl: 'http://second' })) as Storage;
    try {
      await open('a', second);
      expect(await storage.open('a')).toEqual({ owner: 'http://second' });
      await second.release('a');
      expect(await open('a')).toMatchObject({ epoch: 2 });
      await expect(second.open('a')).rejects.toThrow(
        /Another process owns the workspace 'a'\. Start that process with --advertise-url/,
      );
      await storage.close();
      storage = second;
      await expect.poll(() => second.open('a')).toMatchObject({ epoch: 3 });
    } finally {
      await second.close();
    }
  });
});
