import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryClone } from '../../../tools/clone.mjs';
import { installedVersions } from '../../report/machine.ts';
import { type Row, ratio, row, type Table } from '../../report/results.ts';
import { bundlePath, interfaceNames } from '../../shared/contracts.ts';
import { type Sample, sampleOf, single } from '../../shared/statistics.ts';
import { type Build, build as buildClone, clearCache } from '../../shared/turbo.ts';
import { multiplyContract } from '../multiply-contract.ts';
import type { Part, PartOptions } from '../part.ts';

/** Duration of a build in a clone of the repository, also with larger contracts. */
export const build: Part = async (options) => {
  const clone = temporaryClone();
  try {
    const { rows, cold } = measureBuilds(clone.folder, options);
    return {
      versions: installedVersions(['turbo', 'esbuild', 'typescript']),
      how:
        'Turbo builds a clone of the repository with installed packages: without a cache, again ' +
        'without a change, and after a change to one contract. The larger contracts repeat all ' +
        'operations and components of Lastmile. For these contracts, only the tasks that depend on ' +
        'the contract run. The documentation site is not built, because its build fails for ' +
        'operations that its request collections do not contain. The share of a task is relative to ' +
        'the sum of the durations of all tasks.',
      tables: [
        { id: 'build', title: 'Time to build all packages', columns: ['time'], rows },
        {
          id: 'share',
          title: 'Build tasks without a cache',
          columns: ['time', 'share'],
          rows: taskRows(cold),
        },
        measureGrowth(clone.folder, options),
      ],
      notes: [],
    };
  } finally {
    clone.remove();
  }
};

function measureBuilds(
  folder: string,
  { quick, rounds = quick ? 1 : 3, log }: PartOptions,
): { rows: Row[]; cold: Build[] } {
  const cold: Build[] = [];
  const warm: Build[] = [];
  const changed = { lastmile: [] as Build[], marketplace: [] as Build[] };
  for (let round = 0; round < rounds; round++) {
    log(`round ${round + 1} of ${rounds}`);
    clearCache(folder);
    const first = buildClone(folder);
    if (first.cached > 0) throw new Error('A build without a cache used cached tasks.');
    const second = buildClone(folder);
    if (second.tasks.size > 0)
      throw new Error(`A second build ran tasks again: ${[...second.tasks.keys()].join(', ')}.`);
    cold.push(first);
    warm.push(second);
    for (const name of interfaceNames) {
      appendFileSync(join(folder, `specs/${name}.yaml`), `# changed ${round}\n`);
      changed[name].push(buildClone(folder));
    }
  }
  const timeRow = (what: string, builds: Build[]): Row =>
    row(what, 's', { time: sampleOf(builds.map(({ seconds }) => seconds)) });
  return {
    rows: [
      timeRow('cold: without a cache', cold),
      timeRow('warm: no change', warm),
      timeRow('lastmile changed', changed.lastmile),
      timeRow('marketplace changed', changed.marketplace),
    ],
    cold,
  };
}

/** Returns each task with its duration and its share of the total task time, longest first. */
function taskRows(builds: readonly Build[]): Row[] {
  const secondsOf = ({ tasks }: Build, name: string): number => tasks.get(name) ?? 0;
  const totalOf = ({ tasks }: Build): number =>
    [...tasks.values()].reduce((sum, seconds) => sum + seconds, 0);
  return [...(builds[0]?.tasks.keys() ?? [])]
    .map((name) => {
      const time = sampleOf(builds.map((one) => secondsOf(one, name)));
      const share = sampleOf(builds.map((one) => (secondsOf(one, name) / totalOf(one)) * 100));
      return { median: time.median, taskRow: row(name, 's and %', { time, share }) };
    })
    .sort((a, b) => b.median - a.median)
    .map(({ taskRow }) => taskRow);
}

const columnOf = (size: number): string => (size === 1 ? 'original' : `${size} times as large`);

function measureGrowth(folder: string, { quick, log }: PartOptions): Table {
  const document = JSON.parse(readFileSync(bundlePath('lastmile'), 'utf8'));
  const sizes = quick ? [1, 2] : [1, 10, 50];
  const columns = sizes.map(columnOf);
  const total: Record<string, Sample> = {};
  const tasks = new Map<string, Record<string, Sample>>();
  for (const size of sizes) {
    log(`contract: ${columnOf(size)}`);
    // JSON is valid YAML. The indentation keeps the lines short enough for every parser.
    const contract = JSON.stringify(multiplyContract(document, size), null, 1);
    writeFileSync(join(folder, 'specs/lastmile.yaml'), contract);
    const tasksToRun = ['build', 'contract:lastmile', '--filter=!@delivery-api/docs-site'];
    const built = buildClone(folder, tasksToRun);
    const column = columnOf(size);
    total[column] = single(built.seconds);
    for (const [name, seconds] of built.tasks)
      tasks.set(name, { ...tasks.get(name), [column]: single(seconds) });
  }
  const growthRow = (what: string, values: Record<string, Sample>): Row =>
    row(
      what,
      's',
      values,
      columns.slice(1).map((column) => ratio(values, column, columns[0] as string)),
    );
  const rows = [
    growthRow('all dependent tasks', total),
    ...[...tasks].map((entry) => growthRow(...entry)),
  ];
  return { id: 'growth', title: 'A larger contract', columns, rows };
}
