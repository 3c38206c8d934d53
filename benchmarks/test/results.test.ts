import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readmes, withResults } from '../bench/lib/readme.ts';
import { measuredHere, record } from '../bench/lib/record.ts';
import {
  type Part,
  problemsOf,
  type Ratio,
  type Results,
  ratio,
  readResults,
  row,
  writeResults,
} from '../bench/lib/results.ts';
import { root } from '../bench/lib/servers.ts';
import { missed, partAsMarkdown } from '../bench/lib/table.ts';

const values = {
  ours: { median: 3000, low: 2910, high: 3090, runs: 5 },
  theirs: { median: 1500, low: 1500, high: 1500, runs: 5 },
  once: { median: 0.00471, low: 0.00471, high: 0.00471, runs: 1 },
};
const part = (): Part => ({
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
      rows: [row('after it', 'MB', { ours: values.ours })],
    },
  ],
  notes: ['Something to know.'],
});
const results = (): Results => ({ parts: { mock: part() } });

it('prints a table with medians, noise, ratios and aims, and where it was measured', () => {
  expect(partAsMarkdown(part(), 'load')).toBe(
    [
      'In rounds.',
      '',
      '**Requests per second**',
      '',
      '|  | ours | theirs | once | absent | ratio |',
      '|---|--:|--:|--:|--:|---|',
      '| read, 1/s | 3,000 ± 3 % | 1,500 ± 0 % | 0.00471 | – | ours 2 × theirs, aim ≥ 1.5; theirs 0.5 × ours, aim ≥ 0.6 **missed** |',
      '',
      'Measured 2026-11-20, 2 cores of A processor, 8 GB, linux 6 x64, Node 26.1.0, noise of the machine 3 %. peer 1.2.3.',
    ].join('\n'),
  );
  expect(missed(part())).toEqual([
    'Requests per second: read: theirs 0.5 × ours, aim ≥ 0.6 **missed**',
  ]);
});

it.each([
  [{ atLeast: 2 }, true],
  [{ atLeast: 2.01 }, false],
  [{ atMost: 2 }, true],
  [{ atMost: 1.99 }, false],
  [{}, undefined],
])('a ratio of 2 with the aim %j is met: %s', (aim, met) => {
  expect(ratio(values, 'ours', 'theirs', aim)?.met).toBe(met);
});

it('tells no ratio of a side that was not measured', () => {
  expect(ratio(values, 'ours', 'absent')).toBeUndefined();
});

describe('the check of results', () => {
  it('finds nothing wrong with what the benchmark makes', () => {
    expect(problemsOf(results())).toEqual([]);
  });

  const firstRow = (one: Results) =>
    (one.parts.mock as Part).tables[0]?.rows[0] as Part['tables'][number]['rows'][number];
  it.each<[string, (one: Results) => void]>([
    ['which is no day', (one) => Object.assign(one.parts.mock as Part, { measured: 'yesterday' })],
    ['no versions', (one) => Object.assign(one.parts.mock as Part, { versions: {} })],
    ['no rows', (one) => (one.parts.mock as Part).tables[0]?.rows.splice(0)],
    ['has no column', (one) => (one.parts.mock as Part).tables[0]?.columns.shift()],
    ['is no sample', (one) => Object.assign(firstRow(one).values.ours as object, { low: 4000 })],
    [
      'does not follow from them',
      (one) => Object.assign(firstRow(one).ratios[0] as Ratio, { value: 2.5 }),
    ],
    ['is told wrongly', (one) => Object.assign(firstRow(one).ratios[1] as Ratio, { met: true })],
    ['has no figures behind it', (one) => delete firstRow(one).values.theirs],
  ])('finds what %s', (complaint, bend) => {
    const bent = structuredClone(results());
    bend(bent);
    expect(problemsOf(bent).join('\n')).toContain(complaint);
  });
});

it('writes results whole, and says of a file that is no JSON what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'results-'));
  try {
    const file = join(folder, 'results.json');
    expect(readResults(file)).toEqual({ parts: {} });
    writeResults(results(), file);
    expect(readResults(file)).toEqual(results());
    expect(readdirSync(folder)).toEqual(['results.json']);
    writeFileSync(file, '{');
    expect(() => readResults(file)).toThrow('npm run bench');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('keeps what was measured, says where and when, and leaves the other parts alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'results-'));
  try {
    const file = join(folder, 'results.json');
    writeResults(results(), file);
    const { versions, how, tables, notes } = part();
    const soaked = await measuredHere(async () => ({ versions, how, tables, notes }));
    record('soak', soaked, file);
    expect(readResults(file)).toEqual({ parts: { ...results().parts, soak: soaked } });
    expect(soaked.machine.node).toBe(process.versions.node);
    expect(soaked.measured).toBe(new Date().toISOString().slice(0, 10));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('a README', () => {
  const marked = (mark: string, inside = '') =>
    `Before\n<!-- results: ${mark} -->\n${inside}<!-- /results -->\nAfter`;

  it('gets the tables between its marks, and keeps the rest', () => {
    const first = withResults(marked('mock/memory'), results(), 'README.md');
    expect(first).toContain('| after it, MB | 3,000 ± 3 % |');
    expect(first).not.toContain('Requests per second');
    expect(first).toMatch(/^Before\n[\s\S]*\nAfter$/);
    expect(withResults(first, results(), 'README.md')).toBe(first);
  });

  it.each([
    [
      'there are no results of nothing yet. Measure them: npm run bench -- nothing',
      marked('nothing'),
    ],
    ['there are no results of soak yet. Measure them: npm run soak -- --record', marked('soak')],
    ['there are no results of mock/nothing', marked('mock/nothing')],
    ['is not closed', 'Before\n<!-- results: mock -->\nAfter'],
  ])('that is wrong is refused: %s', (complaint, text) => {
    expect(() => withResults(text, results(), 'README.md')).toThrow(complaint);
  });
});

describe('in this repository', () => {
  it('the results are sound', () => {
    expect(problemsOf(readResults())).toEqual([]);
  });

  it('every figure in a marked table of a README comes from them', () => {
    expect(readmes().length).toBeGreaterThan(0);
    for (const file of readmes()) {
      const text = readFileSync(file, 'utf8');
      const name = relative(root, file);
      expect(
        withResults(text, readResults(), name),
        `${name} is behind results.json: npm run bench -- readme`,
      ).toBe(text);
    }
  });
});
