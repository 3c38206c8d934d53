// node bench/run.ts [--rounds 41] [--operations 260] [--with FOLDER] [--json]
// FOLDER, or the environment variable BENCH_PEERS, is where hey-api is installed: it is no
// dependency of ours.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Measured, measure } from './measure.ts';
import { heyApi, openapiFetch, ours, raw, redocly, redoclyTrying, root } from './peers.ts';

const howToAdd = `  npm install --prefix /tmp/peers @hey-api/openapi-ts typescript@5.9.3
  node packages/client-core/bench/run.ts --with /tmp/peers`;

/** @throws {Error} with what whoever runs it has to know */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '41' },
      operations: { type: 'string', default: '260' },
      with: { type: 'string', default: process.env.BENCH_PEERS || root },
      json: { type: 'boolean', default: false },
    },
  });
  const rounds = count('rounds', values.rounds);
  const operations = count('operations', values.operations);
  const hey = heyApi(join(values.with, 'node_modules'));
  if (hey === undefined && values.with !== root)
    throw new Error(`there is no @hey-api/openapi-ts in ${values.with}. To add it:\n${howToAdd}`);
  if (hey === undefined)
    console.error(
      `hey-api is left out, because it is not installed here. To measure it too:\n${howToAdd}\n`,
    );
  const clients = await measure(
    [raw, openapiFetch, ours, redocly, redoclyTrying, ...(hey ? [hey] : [])],
    rounds,
    operations,
  );
  console.log(
    values.json
      ? JSON.stringify({ rounds, operations, clients })
      : table(clients, rounds, operations),
  );
}

function table(clients: readonly Measured[], rounds: number, operations: number): string {
  const bare = clients.find(({ name }) => name === openapiFetch.name);
  const time = (client: Measured, kind: 'post' | 'get') =>
    `${Math.round(client[kind].median)} (${(client[kind].median / (bare?.[kind].median ?? Number.NaN)).toFixed(2)})`;
  return [
    `Node ${process.version}, median of ${rounds} interleaved rounds of 400 calls; types of ${operations} operations.`,
    '',
    '| Client | retries, time-outs on | min B | gzip B | POST ns (× bare) | GET ns (× bare) | instantiations | types | check s |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|',
    ...clients.map((client) => {
      const {
        name,
        keepsTrying,
        minified,
        gzipped,
        instantiations = '–',
        types = '–',
        checkSeconds = '–',
      } = client;
      const cells = [
        name,
        keepsTrying ? 'yes' : 'no',
        minified,
        gzipped,
        time(client, 'post'),
        time(client, 'get'),
      ];
      return `| ${[...cells, instantiations, types, checkSeconds].join(' | ')} |`;
    }),
  ].join('\n');
}

function count(name: string, value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value))
    throw new Error(`--${name} has to be a number of at least 1, not '${value}'.`);
  return Number(value);
}

await main().catch((error: Error) => {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
});
