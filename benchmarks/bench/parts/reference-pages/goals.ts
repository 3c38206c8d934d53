import { type Bounds, limit, type Row, ratio, row } from '../../../report/results.ts';
import { type Sample, single } from '../../../shared/statistics.ts';
import type { PageMetric } from './metrics.ts';

/** Names of the pages in tables and goals. */
export const pageNames = {
  overview: 'Redocly page, overview',
  operation: 'Redocly page, an operation',
  plain: 'plain reference',
  guide: 'guide',
  landing: 'landing page',
  stock: 'stock build-docs, overview',
  stockOperation: 'stock build-docs, an operation',
  stockInline: 'stock build-docs --inlineBundle',
  blank: 'page with one line',
} as const;

/** Speed of the processor. `desktop`: this machine. `slow`: four times slower. */
export type Speed = 'desktop' | 'slow';
export const speeds = ['desktop', 'slow'] as const;

/** Samples by speed and page. */
export type PageSamples = Readonly<
  Record<Speed, ReadonlyMap<string, Readonly<Record<PageMetric, Sample>>>>
>;

const metricNames: Record<PageMetric, string> = {
  bytes: 'bytes',
  script: 'script bytes',
  fcp: 'first paint, ms',
  lcp: 'largest paint, ms',
  tbt: 'blocking time, ms',
  cls: 'layout shift',
  externalRequests: 'requests to other origins',
};

const largestGuideBytes = 40_000;

/**
 * Compares the pages with the site goals. Each goal has one row.
 *
 * @param peers names of the pages of other products
 * @throws {RangeError} if a page or metric was not measured
 */
export function goalRows(samples: PageSamples, peers: readonly string[]): Row[] {
  const goal = (
    page: string,
    metric: PageMetric,
    speed: Speed,
    maximum: { value: number; source: string; isExclusive?: boolean },
  ): Row => {
    const values = {
      median: single(medianOf(samples, page, metric, speed)),
      limit: single(maximum.value),
    };
    const name = `${nameOf(page, metric, speed)} (${maximum.source})`;
    // A ratio to 0 does not exist, and no page can be better than 0.
    if (values.median.median === 0 || maximum.value === 0)
      return row(name, '', values, [limit(values, 'median', { atMost: maximum.value })]);
    const bounds: Bounds = maximum.isExclusive ? { below: 1 } : { atMost: 1 };
    return row(name, '', values, [ratio(values, 'median', 'limit', bounds)]);
  };
  const timesPage = (page: string, metric: PageMetric, speed: Speed, factor = 1) => ({
    value: factor * medianOf(samples, page, metric, speed),
    source: `${factor === 1 ? '' : `${factor} × `}${page}`,
  });
  const betterThanPeers = (metric: PageMetric, speed: Speed): Row => {
    const best = bestOf(samples, peers, metric, speed);
    return goal(pageNames.plain, metric, speed, {
      ...timesPage(best, metric, speed),
      isExclusive: true,
    });
  };
  const { overview, operation, stock, stockOperation, plain, guide, landing } = pageNames;
  return [
    ...[
      { page: overview, original: stock },
      { page: operation, original: stockOperation },
    ].flatMap(({ page, original }) => [
      goal(page, 'script', 'desktop', timesPage(original, 'script', 'desktop')),
      goal(page, 'fcp', 'desktop', timesPage(original, 'fcp', 'desktop', 1.1)),
      goal(page, 'fcp', 'slow', timesPage(original, 'fcp', 'slow', 0.6)),
      ...speeds.map((speed) => goal(page, 'tbt', speed, timesPage(original, 'tbt', speed))),
    ]),
    betterThanPeers('bytes', 'desktop'),
    ...(['fcp', 'lcp', 'tbt', 'cls'] as const).flatMap((metric) =>
      speeds.map((speed) => betterThanPeers(metric, speed)),
    ),
    goal(guide, 'bytes', 'desktop', { value: largestGuideBytes, source: '40 kB' }),
    goal(
      guide,
      'fcp',
      'slow',
      timesPage(bestOf(samples, peers, 'fcp', 'slow'), 'fcp', 'slow', 0.5),
    ),
    ...[overview, operation, plain, guide, landing].map((page) =>
      goal(page, 'externalRequests', 'desktop', { value: 0, source: 'none' }),
    ),
  ];
}

/** Compares the first paint of the static pages with that of the faster stock page. */
export function stockRows(samples: PageSamples): Row[] {
  const { plain, guide, landing, blank, stock, stockInline } = pageNames;
  return [plain, guide, landing, blank].flatMap((page) =>
    speeds.map((speed) => {
      const fastest = bestOf(samples, [stock, stockInline], 'fcp', speed);
      const values = {
        median: single(medianOf(samples, page, 'fcp', speed)),
        stock: single(medianOf(samples, fastest, 'fcp', speed)),
      };
      return row(nameOf(page, 'fcp', speed), '', values, [ratio(values, 'median', 'stock')]);
    }),
  );
}

const nameOf = (page: string, metric: PageMetric, speed: Speed): string =>
  `${page}: ${metricNames[metric]}${speed === 'slow' ? ' at 4x' : ''}`;

function medianOf(samples: PageSamples, page: string, metric: PageMetric, speed: Speed): number {
  const median = samples[speed].get(page)?.[metric].median;
  if (median === undefined || Number.isNaN(median))
    throw new RangeError(`${nameOf(page, metric, speed)} was not measured.`);
  return median;
}

/** Returns the page with the lowest median. */
const bestOf = (
  samples: PageSamples,
  pages: readonly string[],
  metric: PageMetric,
  speed: Speed,
): string =>
  pages.reduce((best, page) =>
    medianOf(samples, page, metric, speed) < medianOf(samples, best, metric, speed) ? page : best,
  );
