import { join } from 'node:path';
import { type Sample, sampleOf } from '../../../tools/statistics.ts';
import { versionOf } from '../lib/machine.ts';
import { type Row, ratio, row } from '../lib/results.ts';
import { root } from '../lib/servers.ts';
import { gathered } from './gathered.ts';
import type { MeasurePart } from './part.ts';

const script = 'packages/client-core/bench/run.ts';

interface Gathered {
  rounds: number;
  operations: number;
  clients: ({ name: string; keepsTrying: boolean; post: Sample; get: Sample } & Partial<
    Record<Figure, number>
  >)[];
}
type Figure = 'minified' | 'gzipped' | 'instantiations' | 'types' | 'checkSeconds';

/** The clients beside those that one would use instead. */
export const clients: MeasurePart = async ({ quick, say }) => {
  say(script);
  const {
    rounds,
    operations,
    clients: all,
  } = gathered(script, quick ? ['--rounds', '5', '--operations', '26'] : []) as Gathered;
  const ours = all.find(({ name }) => /ours|delivery-api/.test(name))?.name ?? '';
  const bare = all.find(({ name }) => name.startsWith('openapi-fetch'))?.name ?? '';
  const of = (
    what: string,
    unit: string,
    pick: (one: Gathered['clients'][number]) => Sample | undefined,
  ): Row => {
    const known = all
      .map((one) => [one.name, pick(one)] as const)
      .filter((pair): pair is readonly [string, Sample] => pair[1] !== undefined);
    const values = Object.fromEntries(known);
    return row(what, unit, values, [ratio(values, ours, bare)]);
  };
  const once = (figure: Figure) => (one: Gathered['clients'][number]) => {
    const value = one[figure];
    return value === undefined ? undefined : sampleOf([value]);
  };
  return {
    versions: {
      '@delivery-api/lastmile-client': versionOf('@delivery-api/lastmile-client'),
      'openapi-fetch': versionOf('openapi-fetch', join(root, 'packages/client-core')),
      '@redocly/cli': versionOf('@redocly/cli', join(root, 'packages/client-core')),
    },
    how: `Each call runs on a fetch that answers at once, so that only the client's own work is timed: ${rounds} interleaved rounds of 400 calls. The bundle is an app with two calls; the types are those of ${operations} operations.`,
    tables: [
      {
        id: 'clients',
        title: 'Clients',
        columns: all.map(({ name }) => name),
        rows: [
          of('time of a POST', 'ns', ({ post }) => post),
          of('time of a GET', 'ns', ({ get }) => get),
          of('bundle, minified', 'B', once('minified')),
          of('bundle, minified and gzipped', 'B', once('gzipped')),
          of('type instantiations', '', once('instantiations')),
          of('types', '', once('types')),
          of('type check', 's', once('checkSeconds')),
        ],
      },
    ],
    notes: [
      `Repeat and time out without being told to: ${all
        .filter(({ keepsTrying }) => keepsTrying)
        .map(({ name }) => name)
        .join(', ')}.`,
    ],
  };
};
