import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryClone } from '../../../tools/clone.mjs';
import { type Sample, sampleOf } from '../../../tools/statistics.ts';
import { versionOf } from '../lib/machine.ts';
import { multiplied } from '../lib/multiplied.ts';
import { type Row, ratio, row } from '../lib/results.ts';
import { built } from '../lib/servers.ts';
import { type Build, build as buildClone, forget } from '../lib/turbo.ts';
import type { MeasurePart, Options } from './part.ts';

/**
 * What a build of everything takes, alone and with a contract that has grown; in a clone, so that
 * nothing here is touched.
 */
export const build: MeasurePart = async (options) => {
  const clone = temporaryClone();
  try {
    const { rows, cold } = measureBuilds(clone.folder, options);
    return {
      versions: {
        turbo: versionOf('turbo'),
        esbuild: versionOf('esbuild'),
        typescript: versionOf('typescript'),
      },
      how:
        'Everything that is built, with turbo in a clone of the repository whose packages are installed: without a cache, once more, and after a line was added ' +
        'to one contract. The larger contracts are the one of lastmile with all operations and components repeated under other names; only what follows from it is built anew.',
      tables: [
        { id: 'build', title: 'A build of everything', columns: ['time'], rows },
        {
          id: 'share',
          title: 'Tasks of the build without a cache',
          columns: ['time', 'share of the work'],
          rows: shares(cold),
        },
        measureGrowth(clone.folder, options),
      ],
      notes: [],
    };
  } finally {
    clone.remove();
  }
};

function measureBuilds(folder: string, { quick, say }: Options): { rows: Row[]; cold: Build[] } {
  const rounds = quick ? 1 : 3;
  const seconds: Record<'cold' | 'warm' | 'lastmile' | 'marketplace', number[]> = {
    cold: [],
    warm: [],
    lastmile: [],
    marketplace: [],
  };
  const cold: Build[] = [];
  for (let round = 0; round < rounds; round++) {
    say(`round ${round + 1} of ${rounds}`);
    forget(folder);
    const first = buildClone(folder);
    if (first.cached > 0) throw new Error('A build without a cache found something in it.');
    cold.push(first);
    seconds.cold.push(first.seconds);
    const again = buildClone(folder);
    if (again.tasks.size > 0)
      throw new Error(`A second build built ${[...again.tasks.keys()].join(', ')} again.`);
    seconds.warm.push(again.seconds);
    for (const name of ['lastmile', 'marketplace'] as const) {
      appendFileSync(join(folder, `specs/${name}.yaml`), `# touched ${round}\n`);
      seconds[name].push(buildClone(folder).seconds);
    }
  }
  const time = (all: number[]): Record<string, Sample> => ({ time: sampleOf(all) });
  return {
    rows: [
      row('cold: no cache', 's', time(seconds.cold)),
      row('warm: nothing changed', 's', time(seconds.warm)),
      row('lastmile touched', 's', time(seconds.lastmile)),
      row('marketplace touched', 's', time(seconds.marketplace)),
    ],
    cold,
  };
}

/** The tasks of builds, longest first, and what part of all tasks' time each takes. */
function shares(builds: readonly Build[]): Row[] {
  const names = [...(builds[0]?.tasks.keys() ?? [])];
  const of = (name: string): number[] => builds.map(({ tasks }) => tasks.get(name) ?? 0);
  const wholes = builds.map(({ tasks }) => [...tasks.values()].reduce((sum, one) => sum + one, 0));
  return names
    .map((name) => {
      const time = sampleOf(of(name));
      return row(name, 's and %', {
        time,
        'share of the work': sampleOf(
          of(name).map((one, index) => (one / (wholes[index] as number)) * 100),
        ),
      });
    })
    .sort((a, b) => (b.values.time as Sample).median - (a.values.time as Sample).median);
}

function measureGrowth(
  folder: string,
  { quick, say }: Options,
): { id: string; title: string; columns: string[]; rows: Row[] } {
  const document = JSON.parse(readFileSync(built('lastmile'), 'utf8'));
  const sizes = quick ? [1, 2] : [1, 10, 50];
  const columns = sizes.map((size) => `${size} ×`);
  const whole: Record<string, Sample> = {};
  const tasks = new Map<string, Record<string, Sample>>();
  for (const [index, size] of sizes.entries()) {
    say(`a contract ${size} times as large`);
    // JSON is YAML too, and the indentation keeps the lines short enough for every reader.
    writeFileSync(
      join(folder, 'specs/lastmile.yaml'),
      JSON.stringify(multiplied(document, size), null, 1),
    );
    const done = buildClone(folder, ['build', 'contract:lastmile']);
    const column = columns[index] as string;
    whole[column] = sampleOf([done.seconds]);
    for (const [name, seconds] of done.tasks)
      tasks.set(name, { ...tasks.get(name), [column]: sampleOf([seconds]) });
  }
  const grown = (values: Record<string, Sample>) =>
    columns.slice(1).map((column) => ratio(values, column, columns[0] as string));
  return {
    id: 'growth',
    title: 'A larger contract',
    columns,
    rows: [
      row('what follows from it', 's', whole, grown(whole)),
      ...[...tasks].map(([name, values]) => row(name, 's', values, grown(values))),
    ],
  };
}
