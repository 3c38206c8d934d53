import { describe, expect, it } from 'vitest';
import {
  goalRows,
  type PageSamples,
  pageNames,
  type Speed,
  stockRows,
} from '../bench/parts/reference-pages/goals.ts';
import {
  blockingTime,
  cumulativeLayoutShift,
  inlineScripts,
  type PageLoad,
  type PageMetric,
} from '../bench/parts/reference-pages/metrics.ts';
import { type Sample, single } from '../shared/statistics.ts';

describe('page metrics', () => {
  it('blocking time is the sum of the parts of long tasks above 50 ms', () => {
    expect(blockingTime([50, 51, 30, 250])).toBe(201);
    expect(blockingTime([])).toBe(0);
  });

  const longWindow = [0, 900, 1800, 2700, 3600, 4500, 5000].map((at) => [at, 1] as const);
  it.each<[string, (readonly [at: number, value: number])[], number]>([
    ['no shifts', [], 0],
    ['shifts in one window', [[0, 0.1] as const, [900, 0.2] as const], 0.3],
    ['shifts a second apart', [[0, 0.1] as const, [1000, 0.2] as const], 0.2],
    ['a window longer than five seconds', longWindow, 6],
    [
      'a first window that is the largest',
      [
        [0, 0.5],
        [5000, 0.1],
        [5100, 0.1],
      ],
      0.5,
    ],
  ])('the layout shift of %s is computed', (_, shifts, expected) => {
    expect(cumulativeLayoutShift(shifts.map(([at, value]) => ({ at, value })))).toBeCloseTo(
      expected,
    );
  });

  it('inline scripts do not include data blocks or script files', () => {
    const page =
      '<script>a()</script><script src="b.js"></script>' +
      '<script type="application/ld+json">{}</script><script type="module">\nc()</script>';
    expect(inlineScripts(page)).toEqual(['a()', '\nc()']);
  });
});

const peer: PageLoad = {
  bytes: 500_000,
  script: 400_000,
  fcp: 500,
  lcp: 600,
  tbt: 400,
  cls: 0.1,
  externalRequests: 1,
};
const interactive = { ...peer, fcp: 300, externalRequests: 0 };
const plain = { bytes: 40_000, script: 0, fcp: 250, lcp: 250, tbt: 0, cls: 0, externalRequests: 0 };
const { overview, operation, guide, landing, blank, stock, stockInline, stockOperation } =
  pageNames;
const loads: Record<string, PageLoad> = {
  Peer: peer,
  [stock]: peer,
  [stockInline]: peer,
  [stockOperation]: peer,
  [overview]: interactive,
  [operation]: interactive,
  [pageNames.plain]: plain,
  [guide]: plain,
  [landing]: plain,
  [blank]: plain,
};

interface Change {
  speed: Speed;
  page: string;
  load: Partial<PageLoad>;
}

/** Returns samples that meet all goals, with a change of the metrics of one page at one speed. */
function samplesWith(change?: Change): PageSamples {
  const samplesAt = (speed: Speed) =>
    new Map(
      Object.entries(loads).map(([page, load]) => {
        const isChanged = page === change?.page && speed === change.speed;
        const values = Object.entries(isChanged ? { ...load, ...change.load } : load);
        const samples = values.map(([metric, value]) => [metric, single(value)]);
        return [page, Object.fromEntries(samples) as Record<PageMetric, Sample>];
      }),
    );
  return { desktop: samplesAt('desktop'), slow: samplesAt('slow') };
}

const missedGoals = (change?: Change): string[] =>
  goalRows(samplesWith(change), ['Peer'])
    .filter(({ ratios }) => ratios.some(({ met }) => met === false))
    .map(({ what }) => what.replace(/ \(.*/, ''));

describe('goals of the site', () => {
  it('the goals of the site are met by values at or below their limits', () => {
    expect(missedGoals()).toEqual([]);
  });

  it('each goal of the site has a result', () => {
    const rows = goalRows(samplesWith(), ['Peer']);
    expect(rows.filter(({ ratios }) => ratios[0]?.met === undefined)).toEqual([]);
  });

  it.each<[Speed, string, Partial<PageLoad>, string]>([
    ['desktop', overview, { script: 400_001 }, 'script bytes'],
    ['desktop', operation, { script: 400_001 }, 'script bytes'],
    ['desktop', overview, { fcp: 551 }, 'first paint, ms'],
    ['slow', overview, { fcp: 301 }, 'first paint, ms at 4x'],
    ['slow', operation, { fcp: 301 }, 'first paint, ms at 4x'],
    ['desktop', overview, { tbt: 401 }, 'blocking time, ms'],
    ['slow', operation, { tbt: 401 }, 'blocking time, ms at 4x'],
    ['desktop', pageNames.plain, { bytes: 500_000 }, 'bytes'],
    ['desktop', pageNames.plain, { fcp: 500 }, 'first paint, ms'],
    ['slow', pageNames.plain, { lcp: 600 }, 'largest paint, ms at 4x'],
    ['slow', pageNames.plain, { tbt: 400 }, 'blocking time, ms at 4x'],
    ['desktop', pageNames.plain, { cls: 0.1 }, 'layout shift'],
    ['desktop', guide, { bytes: 40_001 }, 'bytes'],
    ['slow', guide, { fcp: 251 }, 'first paint, ms at 4x'],
    ['desktop', landing, { externalRequests: 1 }, 'requests to other origins'],
  ])('goals are missed at the speed %s if the page %s has %j', (speed, page, load, goal) => {
    expect(missedGoals({ speed, page, load })).toEqual([`${page}: ${goal}`]);
  });

  it('goals compare the site with the results of a peer', () => {
    const goals = [`${pageNames.plain}: bytes`];
    expect(missedGoals({ speed: 'desktop', page: 'Peer', load: { bytes: 40_000 } })).toEqual(goals);
    expect(missedGoals({ speed: 'slow', page: 'Peer', load: { fcp: 400 } })).toEqual([
      `${guide}: first paint, ms at 4x`,
    ]);
  });

  it('goals are met by the value 0, also if a peer has 0', () => {
    expect(missedGoals({ speed: 'desktop', page: 'Peer', load: { cls: 0, tbt: 0 } })).toEqual([]);
  });

  it('goals require results for all pages', () => {
    const samples = samplesWith();
    (samples.slow as Map<string, unknown>).delete(stockOperation);
    expect(() => goalRows(samples, ['Peer'])).toThrow(
      `${stockOperation}: first paint, ms at 4x was not measured`,
    );
  });

  it('goals require numeric results', () => {
    const load = { lcp: Number.NaN };
    const samples = samplesWith({ speed: 'slow', page: pageNames.plain, load });
    expect(() => goalRows(samples, ['Peer'])).toThrow('was not measured');
  });
});

it('stockRows compares a guide with the faster stock page at the same speed', () => {
  const samples = samplesWith({ speed: 'slow', page: stockInline, load: { fcp: 400 } });
  const rows = stockRows(samples).filter(({ what }) => what.startsWith(guide));
  expect(rows.map(({ what, ratios }) => [what, ratios[0]?.value])).toEqual([
    [`${guide}: first paint, ms`, 0.5],
    [`${guide}: first paint, ms at 4x`, 0.625],
  ]);
});
