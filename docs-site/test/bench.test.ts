import { describe, expect, test } from 'vitest';
import { quantile, sampleOf } from '../../tools/statistics.ts';
import { besideStock, judge, type Measured, type Medians, names } from '../bench/goals.ts';
import { blockingTime, inlineScripts, type Load, layoutShift } from '../bench/metrics.ts';
import { besideOf, goalsOf, tableOf } from '../bench/table.ts';

describe('the statistics', () => {
  test.each([
    [[7], 7, 7, 7],
    [[3, 1, 2], 1.5, 2, 2.5],
    [[4, 1, 3, 2], 1.75, 2.5, 3.25],
    [[10, 9, 100], 9.5, 10, 55],
  ])('of %j are first quartile %d, median %d, third quartile %d', (values, low, median, high) => {
    expect(sampleOf(values)).toEqual({ low, median, high, runs: values.length });
  });

  test('refuse to tell anything of nothing', () => {
    expect(() => quantile([], 0.5)).toThrow('no quantile');
  });

  test('leave the measurements in their order', () => {
    const values = [3, 1, 2];
    sampleOf(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('the measures', () => {
  test('blocking time is what long tasks take beyond 50 ms', () => {
    expect(blockingTime([50, 51, 30, 250])).toBe(201);
    expect(blockingTime([])).toBe(0);
  });

  test.each([
    ['nothing', [], 0],
    [
      'shifts close together',
      [
        [0, 0.1],
        [900, 0.2],
      ],
      0.3,
    ],
    [
      'shifts a second apart',
      [
        [0, 0.1],
        [1000, 0.2],
      ],
      0.2,
    ],
    [
      'a window that lasts longer than five seconds',
      [0, 900, 1800, 2700, 3600, 4500, 5000].map((at) => [at, 1]),
      6,
    ],
    [
      'the worst window, wherever it is',
      [
        [0, 0.5],
        [5000, 0.1],
        [5100, 0.1],
      ],
      0.5,
    ],
  ] as [string, number[][], number][])('layout shift of %s', (_, shifts, worst) => {
    expect(layoutShift(shifts.map(([at = 0, value = 0]) => ({ at, value })))).toBeCloseTo(worst);
  });

  test('script between tags counts, and data and files do not', () => {
    const page =
      '<script>a()</script><script src="b.js"></script><script type="application/ld+json">{}</script><script type="module">\nc()</script>';
    expect(inlineScripts(page)).toEqual(['a()', '\nc()']);
  });
});

const others = ['Other'];

/** Everything as it should be; `change` spoils one median of one page. */
function measured(
  change: { speed?: keyof Measured; name?: string; value?: Partial<Load> } = {},
): Measured {
  const peer: Load = {
    bytes: 500_000,
    script: 400_000,
    fcp: 500,
    lcp: 600,
    tbt: 400,
    cls: 0.1,
    strangers: 1,
  };
  const own: Load = { ...peer, fcp: 300, strangers: 0 };
  const plain: Load = {
    bytes: 40_000,
    script: 0,
    fcp: 250,
    lcp: 250,
    tbt: 0,
    cls: 0,
    strangers: 0,
  };
  const at = (speed: keyof Measured): Medians =>
    new Map(
      Object.entries({
        ...Object.fromEntries(
          [...others, names.stock, names.stockInline, names.stockOperation].map((name) => [
            name,
            peer,
          ]),
        ),
        ...Object.fromEntries([names.overview, names.operation].map((name) => [name, own])),
        ...Object.fromEntries(
          [names.twin, names.guide, names.landing, names.blank].map((name) => [name, plain]),
        ),
      }).map(([name, load]) => [
        name,
        name === change.name && speed === change.speed ? { ...load, ...change.value } : load,
      ]),
    );
  return { desktop: at('desktop'), slow: at('slow') };
}

const missed = (change: Parameters<typeof measured>[0]): string[] =>
  judge(measured(change), others)
    .filter(({ met }) => !met)
    .map(({ goal }) => goal);

describe('the goals', () => {
  test('are met at the very limits', () => {
    expect(missed({})).toEqual([]);
  });

  test.each([
    ['desktop', names.overview, { script: 400_001 }, 'bytes of script'],
    ['desktop', names.operation, { script: 400_001 }, 'bytes of script'],
    ['desktop', names.overview, { fcp: 551 }, 'first paint, ms'],
    ['slow', names.overview, { fcp: 301 }, 'first paint, ms at 4x'],
    ['slow', names.operation, { fcp: 301 }, 'first paint, ms at 4x'],
    ['desktop', names.overview, { tbt: 401 }, 'blocking time, ms'],
    ['slow', names.operation, { tbt: 401 }, 'blocking time, ms at 4x'],
    ['desktop', names.twin, { bytes: 500_000 }, 'bytes'],
    ['desktop', names.twin, { fcp: 500 }, 'first paint, ms'],
    ['slow', names.twin, { lcp: 600 }, 'largest paint, ms at 4x'],
    ['slow', names.twin, { tbt: 400 }, 'blocking time, ms at 4x'],
    ['desktop', names.twin, { cls: 0.1 }, 'layout shift'],
    ['desktop', names.guide, { bytes: 40_001 }, 'bytes'],
    ['slow', names.guide, { fcp: 251 }, 'first paint, ms at 4x'],
    ['desktop', names.landing, { strangers: 1 }, 'requests off the origin'],
  ] as const)('on %s, %s with %j misses one of them', (speed, name, value, goal) => {
    expect(missed({ speed, name, value })).toEqual([`${name}: ${goal}`]);
  });

  test('compare with the best of all others', () => {
    expect(missed({ speed: 'desktop', name: 'Other', value: { bytes: 40_000 } })).toEqual([
      `${names.twin}: bytes`,
    ]);
    expect(missed({ speed: 'slow', name: 'Other', value: { fcp: 400 } })).toEqual([
      `${names.guide}: first paint, ms at 4x`,
    ]);
  });

  test('take nothing for ahead of nothing', () => {
    expect(missed({ speed: 'desktop', name: 'Other', value: { cls: 0, tbt: 0 } })).toEqual([]);
  });

  test('cannot be judged without every page', () => {
    const without = measured();
    (without.slow as Map<string, Load>).delete(names.stockOperation);
    expect(() => judge(without, others)).toThrow(`${names.stockOperation} was not measured`);
  });

  test('cannot be judged on what is no number', () => {
    expect(() =>
      judge(measured({ speed: 'slow', name: names.twin, value: { lcp: Number.NaN } }), others),
    ).toThrow('was not measured');
  });
});

describe('beside the stock page', () => {
  test('each plain page is compared with the faster one, at its own speed', () => {
    const changed = measured({ speed: 'slow', name: names.stockInline, value: { fcp: 400 } });
    expect(besideStock(changed).filter(({ what }) => what.startsWith(names.guide))).toEqual([
      { what: `${names.guide}: first paint, ms`, value: 250, stock: 500 },
      { what: `${names.guide}: first paint, ms at 4x`, value: 250, stock: 400 },
    ]);
    expect(besideOf(besideStock(changed))).toContain(
      '| guide: first paint, ms at 4x | 250 | 400 | 0.63 × |',
    );
  });
});

describe('the tables', () => {
  const samples = {
    bytes: [1000],
    script: [0],
    fcp: [9, 10, 12],
    lcp: [1],
    tbt: [0],
    cls: [0.1234],
    strangers: [0],
  };

  test('tell the quartiles where they differ from the median', () => {
    const row = Object.fromEntries(
      Object.entries(samples).map(([measure, values]) => [measure, sampleOf(values)]),
    );
    expect(tableOf(new Map([['page', row as never]])).split('\n')[2]).toBe(
      '| page | 1.0 | 0.0 | 10 (10–11) | 1 | 0 | 0.123 | 0 |',
    );
  });

  test('name every goal, and what became of it', () => {
    const judged = judge(
      measured({ speed: 'desktop', name: names.guide, value: { bytes: 50_000 } }),
      others,
    );
    const lines = goalsOf(judged).split('\n').slice(2);
    expect(lines).toHaveLength(judged.length);
    expect(lines.filter((line) => line.includes('**missed**'))).toEqual([
      '| guide: bytes | 50,000 | ≤ 40,000 | 40 kB | 1.25 × | **missed** |',
    ]);
  });
});
