import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rowsOf } from '../bench/part.ts';
import { missedGoals, renderPart } from '../report/markdown.ts';
import { filesWithResults, renderReadme } from '../report/readme.ts';
import {
  limit,
  measurePart,
  type PartResults,
  type Ratio,
  type Results,
  type Row,
  ratio,
  readResults,
  recordPart,
  row,
  validateResults,
  writeResults,
} from '../report/results.ts';
import { root } from '../shared/contracts.ts';

const values = {
  ours: { median: 3000, low: 2910, high: 3090, runs: 5 },
  theirs: { median: 1500, low: 1500, high: 1500, runs: 5 },
  once: { median: 0.00471, low: 0.00471, high: 0.00471, runs: 1 },
};
const part = (): PartResults => ({
  measured: '2026-11-20',
  machine: {
    processor: 'A processor',
    cores: 2,
    memory_gb: 8,
    system: 'linux 6 x64',
    node: '26.1.0',
    noise: 0.03,
  },
  versions: { peer: '1.2.3' },
  how: 'In rounds.',
  tables: [
    {
      id: 'load',
      title: 'Requests per second',
      columns: ['ours', 'theirs', 'once', 'absent'],
      rows: [
        row('read', '1/s', values, [
          ratio(values, 'ours', 'theirs', { atLeast: 1.5 }),
          ratio(values, 'theirs', 'ours', { atLeast: 0.6 }),
        ]),
      ],
    },
    {
      id: 'memory',
      title: 'Memory',
      columns: ['ours'],
      rows: [row('after the start', 'MB', values, [limit(values, 'ours', { atMost: 3000 })])],
    },
  ],
  notes: ['Something to know.'],
});
const results = (): Results => {
  const mock = part();
  for (const one of mock.tables[1]?.rows ?? []) one.values = { ours: values.ours };
  return { parts: { mock } };
};

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'results-'));
  file = join(folder, 'results.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a rendered table contains medians, spreads, ratios, goals, and the machine', () => {
  expect(renderPart(part(), 'load')).toBe(
    [
      'In rounds.',
      '',
      '### Requests per second',
      '',
      '|  | ours | theirs | once | absent | ratio |',
      '|---|--:|--:|--:|--:|---|',
      '| read, 1/s | 3,000 ± 3% | 1,500 ± 0% | 0.00471 | – | ours: 2 × (theirs), goal ≥ 1.5; theirs: 0.5 × (ours), goal ≥ 0.6 **missed** |',
      '',
      'Measured 2026-11-20, A processor, 2 cores, 8 GB, linux 6 x64, Node.js 26.1.0, machine noise 3%. Versions: peer 1.2.3.',
    ].join('\n'),
  );
});

it('missedGoals returns each missed goal', () => {
  expect(missedGoals(part())).toEqual([
    'Requests per second: read: theirs: 0.5 × (ours), goal ≥ 0.6 **missed**',
  ]);
});

it.each([
  [{ atLeast: 2 }, true],
  [{ atLeast: 2.01 }, false],
  [{ atMost: 2 }, true],
  [{ atMost: 1.99 }, false],
  [{ below: 2.01 }, true],
  [{ below: 2 }, false],
  [{}, undefined],
])('for a ratio of 2 and the goal %j, met is %s', (bounds, met) => {
  expect(ratio(values, 'ours', 'theirs', bounds)?.met).toBe(met);
});

it('a limit compares the value itself with the goal', () => {
  expect(limit(values, 'ours', { atMost: 3000 }).met).toBe(true);
  expect(limit(values, 'ours', { atMost: 2999 }).met).toBe(false);
});

it('a column without measurements has no ratio', () => {
  expect(ratio(values, 'ours', 'absent')).toBeUndefined();
});

it('rows contain only contenders with a value', () => {
  const measured = new Map([
    ['a', [1, 3, 2]],
    ['b', [-1]],
  ]);
  const positive = (value: number) => (value > 0 ? value : undefined);
  const rows = rowsOf(measured, [
    { what: 'all', unit: 's', value: (value) => value, comparisons: [{ of: 'a', to: 'b' }] },
    { what: 'positive', unit: 's', value: positive, comparisons: [{ of: 'a', to: 'b' }] },
    { what: 'none', unit: 's', value: () => undefined },
  ]);
  expect(
    rows.map(({ what, values: { a, b }, ratios }) => [what, a?.median, b?.median, ratios.length]),
  ).toEqual([
    ['all', 2, -1, 1],
    ['positive', 2, undefined, 0],
  ]);
});

describe('validateResults', () => {
  it('accepts valid results', () => {
    expect(validateResults(results())).toEqual([]);
  });

  const partOf = ({ parts }: Results): PartResults => parts.mock as PartResults;
  const rowOf = (one: Results, table = 0): Row => partOf(one).tables[table]?.rows[0] as Row;
  it.each<[string, (one: Results) => unknown]>([
    ["'yesterday' is not a date", (one) => Object.assign(partOf(one), { measured: 'yesterday' })],
    ['there are no versions', (one) => Object.assign(partOf(one), { versions: {} })],
    ['there are no rows', (one) => partOf(one).tables[0]?.rows.splice(0)],
    ["'ours' is not a column", (one) => partOf(one).tables[0]?.columns.shift()],
    ["'ours' is not a sample", (one) => Object.assign(rowOf(one).values.ours ?? {}, { low: 4000 })],
    [
      "the ratio of 'ours' to 'theirs' is wrong",
      (one) => Object.assign(rowOf(one).ratios[0] as Ratio, { value: 2.5 }),
    ],
    [
      "the value of 'ours' is wrong",
      (one) => Object.assign(rowOf(one, 1).ratios[0] as Ratio, { value: 1 }),
    ],
    [
      'the result of the goal',
      (one) => Object.assign(rowOf(one).ratios[1] as Ratio, { met: true }),
    ],
    ['has no measurement', (one) => delete rowOf(one).values.theirs],
  ])('reports the error: %s', (problem, change) => {
    const changed = structuredClone(results());
    change(changed);
    expect(validateResults(changed).join('\n')).toContain(problem);
  });
});

it('writing the results file leaves no temporary files', () => {
  expect(readResults(file)).toEqual({ parts: {} });
  writeResults(results(), file);
  expect(readResults(file)).toEqual(results());
  expect(readdirSync(folder)).toEqual(['results.json']);
});

it('an invalid results file is reported with the command that fixes it', () => {
  writeFileSync(file, '{');
  expect(() => readResults(file)).toThrow('npm run bench');
});

it('a part is recorded with date and machine, and other parts do not change', async () => {
  writeResults(results(), file);
  const { versions, how, tables, notes } = part();
  const soak = await measurePart(async () => ({ versions, how, tables, notes }));
  recordPart('soak', soak, file);
  expect(readResults(file)).toEqual({ parts: { ...results().parts, soak } });
  expect(soak.machine.node).toBe(process.versions.node);
  expect(soak.measured).toBe(new Date().toISOString().slice(0, 10));
});

describe('README markers', () => {
  const textWith = (marker: string) =>
    `Before\n<!-- results: ${marker} -->\n<!-- /results -->\nAfter`;

  it('the text between README markers contains the current tables after an update', () => {
    const rendered = renderReadme(textWith('mock/memory'), results(), 'README.md');
    expect(rendered).toContain('| after the start, MB | 3,000 ± 3% | ours: 3,000, goal ≤ 3000 |');
    expect(rendered).not.toContain('Requests per second');
    expect(rendered).toMatch(/^Before\n[\s\S]*\nAfter$/);
    expect(renderReadme(rendered, results(), 'README.md')).toBe(rendered);
  });

  it.each([
    ['nothing has no results. Run `npm run bench -- nothing`', textWith('nothing')],
    ['soak has no results. Run `npm run soak -- --record`', textWith('soak')],
    ['mock/nothing has no results', textWith('mock/nothing')],
    ['has no <!-- /results -->', 'Before\n<!-- results: mock -->\nAfter'],
  ])('README markers are rejected: %s', (message, text) => {
    expect(() => renderReadme(text, results(), 'README.md')).toThrow(message);
  });
});

describe('this repository', () => {
  it('this repository has valid results', () => {
    expect(validateResults(readResults())).toEqual([]);
  });

  it('this repository has only tables from results.json between markers', () => {
    const files = filesWithResults();
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) {
      const text = readFileSync(path, 'utf8');
      const name = relative(root, path);
      const rendered = renderReadme(text, readResults(), name);
      expect(rendered, `${name} is outdated. Run \`npm run bench -- readme\`.`).toBe(text);
    }
  });
});
