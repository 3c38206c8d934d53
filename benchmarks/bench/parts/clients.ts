import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedVersions } from '../../report/machine.ts';
import { UsageError } from '../../shared/command.ts';
import { root } from '../../shared/contracts.ts';
import { type Metric, type Part, rowsOf } from '../part.ts';
import {
  type CallTimes,
  measureTypes,
  type PreparedClient,
  prepareClient,
  type TypeCost,
  timeCalls,
} from './client-measurements.ts';
import { type ClientPeer, clientPeers, openapiFetch, ownClient } from './client-peers.ts';

const heyApiHint =
  'npm install --prefix /tmp/peers @hey-api/openapi-ts typescript@5.9.3\n' +
  'npm run bench -- clients --packages /tmp/peers';

/** Our client, raw `fetch`, openapi-fetch, and clients of other generators. */
export const clients: Part = async ({
  quick,
  rounds = quick ? 5 : 41,
  operations = quick ? 26 : 260,
  packages = process.env.BENCH_PEERS || undefined,
  log,
}) => {
  const peers = clientPeers(packages ?? root);
  const hasHeyApi = peers.some(({ name }) => name.startsWith('hey-api'));
  if (!hasHeyApi && packages !== undefined)
    throw new UsageError(`${packages} does not contain @hey-api/openapi-ts. Run:\n${heyApiHint}`);
  if (!hasHeyApi) log(`hey-api is not installed and not measured. To include it:\n${heyApiHint}`);
  const folder = mkdtempSync(join(tmpdir(), 'client-bench-'));
  try {
    const prepared = new Map<string, PreparedClient[]>();
    const types = new Map<string, TypeCost[]>();
    for (const [index, peer] of peers.entries()) {
      log(`${peer.name}: bundle and types`);
      prepared.set(peer.name, [await prepareClient(peer, join(folder, `app-${index}`))]);
      const cost = await measureTypes(peer, join(folder, `types-${index}`), operations);
      if (cost !== undefined) types.set(peer.name, [cost]);
    }
    const connected = [...prepared].map(
      ([name, [one]]) => [name, (one as PreparedClient).client] as const,
    );
    log(`calls: ${rounds} rounds`);
    const times = await timeCalls(new Map(connected), rounds);
    return {
      versions: {
        ...installedVersions(['@delivery-api/lastmile-client']),
        ...installedVersions(['openapi-fetch', '@redocly/cli'], join(root, 'benchmarks')),
      },
      how:
        'Each call uses a `fetch` that returns immediately, so the benchmark measures only the ' +
        `work of the client: ${rounds} interleaved rounds of 400 calls. The bundle contains an ` +
        `app with two calls. The type check has one call to each of ${operations} operations.`,
      tables: [
        {
          id: 'clients',
          title: 'Clients',
          columns: peers.map(({ name }) => name),
          rows: [
            ...rowsOf<CallTimes>(times, [
              metric('time per POST', 'ns', ({ post }) => post),
              metric('time per GET', 'ns', ({ get }) => get),
            ]),
            ...rowsOf<PreparedClient>(prepared, [
              metric('bundle, minified', 'B', ({ minified }) => minified),
              metric('bundle, minified and gzipped', 'B', ({ gzipped }) => gzipped),
            ]),
            ...rowsOf<TypeCost>(types, [
              metric('type instantiations', '', ({ instantiations }) => instantiations),
              metric('types', '', (cost) => cost.types),
              metric('type check', 's', ({ checkSeconds }) => checkSeconds),
            ]),
          ],
        },
      ],
      notes: [
        `Clients with retries and timeouts: ${namesOf(peers.filter((one) => one.hasRetries))}.`,
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const namesOf = (peers: readonly ClientPeer[]): string => peers.map(({ name }) => name).join('; ');

const metric = <Measurement>(
  what: string,
  unit: string,
  value: (measurement: Measurement) => number,
): Metric<Measurement> => ({
  what,
  unit,
  value,
  comparisons: [{ of: ownClient.name, to: openapiFetch.name }],
});
