import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPostgres, PostgresServer } from '../../../tools/postgres-server.ts';
import { installedVersions } from '../../report/machine.ts';
import { bookingRequest } from '../../shared/contracts.ts';
import { type MockServer, startMock } from '../../shared/mock-server.ts';
import { authorization } from '../contenders.ts';
import { generateLoad, type LoadResult, uniqueId } from '../load.ts';
import { compare, type Part } from '../part.ts';

const connections = 50;

/** Bookings per second with each kind of store, compared with the sandbox in memory. */
export const storage: Part = async ({ quick, rounds = quick ? 1 : 5, log }) => {
  const folder = mkdtempSync(join(tmpdir(), 'delivery-bench-'));
  const server = noPostgres === undefined ? await PostgresServer.start([]) : undefined;
  let files = 0;
  const stores: Record<string, () => Promise<string>> = {
    memory: async () => 'memory',
    file: async () => `file:${join(folder, `${files++}.db`)}`,
    ...(server && { postgres: () => server.createDatabase() }),
  };
  const measure = async (name: string): Promise<LoadResult> => {
    const store = (await stores[name]?.()) ?? 'memory';
    const mock = await startMock(['--store', store, '--quiet', '--frozen'], {
      discardOutput: true,
    });
    try {
      await book(mock, quick ? 0.5 : 2);
      const result = await book(mock, quick ? 1 : 5);
      log(`${name}: ${Math.round(result.rate)}/s`);
      return result;
    } finally {
      await mock.stop('SIGKILL');
    }
  };
  try {
    const rows = await compare(Object.keys(stores), rounds, measure, [
      {
        what: `createBooking, ${connections} connections`,
        unit: '1/s',
        value: ({ rate }) => rate,
        comparisons: [
          { of: 'file', to: 'memory', atLeast: 0.5 },
          ...(server ? [{ of: 'postgres', to: 'memory', atLeast: 0.25 }] : []),
        ],
      },
      { what: 'CPU time per booking', unit: 'ms', value: ({ processor }) => processor },
      { what: 'latency, p50', unit: 'ms', value: ({ p50 }) => p50 },
      { what: 'latency, p99', unit: 'ms', value: ({ p99 }) => p99 },
    ]);
    return {
      versions: installedVersions(['@delivery-api/mock']),
      how:
        'Each round starts a new mock for each kind of store. Every booking has its own idempotency ' +
        'key. The file and the database are on the same disk, and each commit is synchronized to ' +
        'the disk.',
      tables: [{ id: 'writes', title: 'Writes', columns: Object.keys(stores), rows }],
      notes: noPostgres === undefined ? [] : [`Without PostgreSQL: ${noPostgres}.`],
    };
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const book = ({ url, pid }: MockServer, duration: number): Promise<LoadResult> =>
  generateLoad(
    {
      url: `${url}/lastmile/acme/create_booking`,
      method: 'POST',
      headers: {
        ...authorization,
        'content-type': 'application/json',
        'idempotency-key': `bench-${uniqueId}`,
      },
      body: JSON.stringify(bookingRequest(`bench-${uniqueId}`)),
    },
    connections,
    { duration },
    pid,
  );
