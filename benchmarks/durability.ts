// `npm run durability` kills mocks under load, and checks that no confirmed write is lost.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPostgres, PostgresServer } from '../tools/postgres-server.ts';
import { runDurability } from './durability/run.ts';
import { numberOption, runCommand, text, UsageError } from './shared/command.ts';

const usage = `Usage: npm run durability [-- options]

Kills mocks under load, and checks that no confirmed write is lost.

Options:
  --store KIND    file or postgres (default: file)
  --replicas N    Number of replicas; more than one requires postgres (default: 1)
  --kills N       Maximum number of times that a mock is killed (default: 200)
  --seconds N     Maximum duration of the load, in seconds (default: 900)
  --every N       Mean delay before each kill, in seconds (default: 1; with several replicas: 10)
  --seed TEXT     Seed for the load and the kills (default: random)

The load ends when --kills or --seconds is reached. Then the command checks all idempotency keys,
bookings and events.

Exit codes: 0 success, or skipped because PostgreSQL is not installed; 1 defects or an error;
2 usage error`;

const options = {
  store: text,
  replicas: text,
  kills: text,
  seconds: text,
  every: text,
  seed: text,
};

await runCommand(usage, options, async (values) => {
  const { store = 'file', seed = Math.random().toString(36).slice(2, 10) } = values;
  if (store !== 'file' && store !== 'postgres')
    throw new UsageError(`--store must be file or postgres; got '${store}'.`);
  const replicas = numberOption('replicas', values.replicas, 1, { maximum: 20 });
  if (replicas > 1 && store === 'file')
    throw new UsageError('More than one replica requires --store postgres.');
  const kills = numberOption('kills', values.kills, 200);
  const seconds = numberOption('seconds', values.seconds, 900);
  const every = numberOption('every', values.every, replicas > 1 ? 10 : 1, {
    minimum: 0.1,
    isInteger: false,
  });
  if (store === 'postgres' && noPostgres !== undefined) {
    console.log(`Skipped: ${noPostgres}.`);
    return 0;
  }
  const folder = mkdtempSync(join(tmpdir(), 'delivery-durability-'));
  const server = store === 'postgres' ? await PostgresServer.start([]) : undefined;
  try {
    const address = (await server?.createDatabase()) ?? `file:${join(folder, 'store.db')}`;
    const log = (line: string): void => console.error(line);
    const run = { store: address, replicas, kills, seconds, every, seed, log };
    const { defects, lines } = await runDurability(run);
    console.log(lines.join('\n'));
    return defects.count === 0 ? 0 : 1;
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
