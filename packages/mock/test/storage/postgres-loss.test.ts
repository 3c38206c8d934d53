import type { SandboxChanges } from '@delivery-api/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noPostgres, PostgresServer } from '../../../../tools/postgres-server.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import type { OpenedWorkspace, Storage } from '../../src/storage/storage.ts';

const changes = (text: string): SandboxChanges => ({
  replaces: false,
  rows: [],
  values: [{ name: 'text', value: text }],
});

describe.skipIf(noPostgres)(
  `a store whose connection to PostgreSQL ends${noPostgres ? ` (${noPostgres})` : ''}`,
  () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await PostgresServer.start();
    });
    afterAll(() => server?.stop());

    it('reports the loss once, commits nothing, and connects again when the server runs again', async () => {
      const losses: string[] = [];
      const onLost = ({ message }: Error): void => void losses.push(message);
      const storage = (await openStorage(await server.createDatabase(), { onLost })) as Storage;
      const { epoch } = (await storage.open('a')) as OpenedWorkspace;
      await storage.commit([{ name: 'a', epoch, changes: changes('stored') }]);
      await server.kill();
      const lost = { name: 'a', epoch, changes: changes('lost') };
      await expect(storage.commit([lost])).rejects.toThrow(/is not reachable/);
      await expect(storage.open('a')).rejects.toThrow(/is not reachable: .*ECONNREFUSED/);
      expect(losses).toHaveLength(1);
      await server.startAgain();
      await expect
        .poll(() => storage.open('a').catch(() => undefined))
        .toMatchObject({
          epoch: 2,
          state: { snapshot: { values: { text: 'stored' } } },
        });
      await storage.close();
    });

    it('a store cannot commit a workspace after another process has opened the workspace', async () => {
      const url = await server.createDatabase();
      const losses: string[] = [];
      const onLost = ({ message }: Error): void => void losses.push(message);
      const first = (await openStorage(url, { onLost })) as Storage;
      const second = (await openStorage(url)) as Storage;
      const { epoch } = (await first.open('a')) as OpenedWorkspace;
      const end = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'`;
      server.query(new URL(url).pathname.slice(1), end);
      await expect
        .poll(() => second.open('a').catch(() => undefined))
        .toMatchObject({ epoch: epoch + 1 });
      await expect.poll(() => losses).toHaveLength(1);
      await expect(first.commit([{ name: 'a', epoch, changes: changes('late') }])).rejects.toThrow(
        /the connection was lost/,
      );
      for (const storage of [first, second]) await storage.close();
    });
  },
);
