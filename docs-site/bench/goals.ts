import type { Measure } from './metrics.ts';

/** The pages that goals speak of, by their names in the tables. */
export const names = {
  overview: 'Redocly page, overview',
  operation: 'Redocly page, an operation',
  twin: 'plain reference',
  guide: 'guide',
  landing: 'landing page',
  stock: 'stock build-docs, overview',
  stockOperation: 'stock build-docs, an operation',
  stockInline: 'stock build-docs --inlineBundle',
  blank: 'a page of one line',
} as const;

/** Medians by page, for one speed of the processor. */
export type Medians = ReadonlyMap<string, Readonly<Record<Measure, number>>>;

/** What was measured, on this machine as it is and on one four times slower. */
export interface Measured {
  desktop: Medians;
  slow: Medians;
}

/** One promise, and what became of it. */
export interface Judged {
  goal: string;
  value: number;
  /** What the value may be at most; `below` says that even this is too much. */
  limit: number;
  below: boolean;
  met: boolean;
  /** What the limit stems from. */
  against: string;
}

type Speed = keyof Measured;

const speeds: readonly Speed[] = ['desktop', 'slow'];
const at: Record<Speed, string> = { desktop: '', slow: ' at 4x' };
const called: Record<Measure, string> = {
  bytes: 'bytes',
  script: 'bytes of script',
  fcp: 'first paint, ms',
  lcp: 'largest paint, ms',
  tbt: 'blocking time, ms',
  cls: 'layout shift',
  strangers: 'requests off the origin',
};

function median(measured: Measured, speed: Speed, name: string, measure: Measure): number {
  const value = measured[speed].get(name)?.[measure];
  if (value === undefined || Number.isNaN(value))
    throw new RangeError(`${name} was not measured (${called[measure]}${at[speed]}).`);
  return value;
}

/** A page against `factor` times a page of the same kind. */
function atMost(
  measured: Measured,
  speed: Speed,
  measure: Measure,
  ours: string,
  theirs: string,
  factor = 1,
): Judged {
  const value = median(measured, speed, ours, measure);
  const limit = factor * median(measured, speed, theirs, measure);
  const goal = `${ours}: ${called[measure]}${at[speed]}`;
  return {
    goal,
    value,
    limit,
    below: false,
    met: value <= limit,
    against: `${factor === 1 ? '' : `${factor} × `}${theirs}`,
  };
}

/** The page that does best in a measure. */
function best(
  measured: Measured,
  speed: Speed,
  measure: Measure,
  among: readonly string[],
): { name: string; value: number } {
  const all = among.map((name) => ({ name, value: median(measured, speed, name, measure) }));
  return all.reduce((one, other) => (other.value < one.value ? other : one));
}

/**
 * A page against the best of all peers: it has to be below it, or at nothing, which nobody can go
 * below.
 */
function ahead(
  measured: Measured,
  speed: Speed,
  measure: Measure,
  ours: string,
  peers: readonly string[],
): Judged {
  const value = median(measured, speed, ours, measure);
  const first = best(measured, speed, measure, peers);
  const met = value < first.value || value === 0;
  return {
    goal: `${ours}: ${called[measure]}${at[speed]}`,
    value,
    limit: first.value,
    below: true,
    met,
    against: first.name,
  };
}

const guideBytes = 40_000;

/**
 * Judges every goal of the site. None is left out: a page or a measure that is missing is an error.
 *
 * @param peers the pages of the other products; the stock page of build-docs, from which the
 * Redocly pages are made, is measured for those
 * @throws {RangeError} naming what was not measured
 */
export function judge(measured: Measured, peers: readonly string[]): Judged[] {
  const pairs = [
    [names.overview, names.stock],
    [names.operation, names.stockOperation],
  ] as const;
  const ours = [names.overview, names.operation, names.twin, names.guide, names.landing];
  const fastest = best(measured, 'slow', 'fcp', peers);
  const guideFcp = median(measured, 'slow', names.guide, 'fcp');
  const guideSize = median(measured, 'desktop', names.guide, 'bytes');
  return [
    ...pairs.flatMap(([own, stock]) => [
      atMost(measured, 'desktop', 'script', own, stock),
      atMost(measured, 'desktop', 'fcp', own, stock, 1.1),
      atMost(measured, 'slow', 'fcp', own, stock, 0.6),
      ...speeds.map((speed) => atMost(measured, speed, 'tbt', own, stock)),
    ]),
    ahead(measured, 'desktop', 'bytes', names.twin, peers),
    ...(['fcp', 'lcp', 'tbt', 'cls'] as const).flatMap((measure) =>
      speeds.map((speed) => ahead(measured, speed, measure, names.twin, peers)),
    ),
    {
      goal: `${names.guide}: bytes`,
      value: guideSize,
      limit: guideBytes,
      below: false,
      met: guideSize <= guideBytes,
      against: '40 kB',
    },
    {
      goal: `${names.guide}: first paint, ms at 4x`,
      value: guideFcp,
      limit: fastest.value / 2,
      below: false,
      met: guideFcp <= fastest.value / 2,
      against: `0.5 × ${fastest.name}`,
    },
    ...ours.map((name) => {
      const value = median(measured, 'desktop', name, 'strangers');
      return {
        goal: `${name}: ${called.strangers}`,
        value,
        limit: 0,
        below: false,
        met: value === 0,
        against: 'none',
      };
    }),
  ];
}

/** A first paint beside that of the stock page, without a promise. */
export interface Beside {
  what: string;
  value: number;
  stock: number;
}

/**
 * How soon the pages without scripts are painted beside the faster of both stock pages, whose
 * overview stands in their markup as well, and beside a page of
 * one line, which is what this browser needs for any page at all.
 *
 * @throws {RangeError} naming what was not measured
 */
export function besideStock(measured: Measured): Beside[] {
  return [names.twin, names.guide, names.landing, names.blank].flatMap((name) =>
    speeds.map((speed) => ({
      what: `${name}: ${called.fcp}${at[speed]}`,
      value: median(measured, speed, name, 'fcp'),
      stock: best(measured, speed, 'fcp', [names.stock, names.stockInline]).value,
    })),
  );
}
