import { type Sample, sampleOf } from '../../../tools/statistics.ts';
import { type Row, ratio, row } from '../lib/results.ts';
import { gathered } from './gathered.ts';
import type { MeasurePart } from './part.ts';

const script = 'docs-site/bench/run.ts';

const measures = {
  bytes: ['kB', 1000],
  script: ['script, kB', 1000],
  fcp: ['first paint, ms', 1],
  lcp: ['largest paint, ms', 1],
  tbt: ['blocking, ms', 1],
} as const;
type Measure = keyof typeof measures;

interface Gathered {
  interface: string;
  rounds: number;
  machine: string;
  versions: Record<string, string>;
  tables: Record<'desktop' | 'slow', Record<string, Record<Measure, Sample>>>;
  goals: { goal: string; value: number; limit: number; against: string }[];
}

/** The pages of the reference beside what other tools make of the same document. */
export const reference: MeasurePart = async ({ quick, say }) => {
  say(script);
  const {
    interface: name,
    rounds,
    machine,
    versions,
    tables,
    goals,
  } = gathered(script, quick ? ['--rounds', '1'] : []) as Gathered;
  const columns = Object.values(measures).map(([title]) => title);
  const rowsOf = (pages: Record<string, Record<Measure, Sample>>): Row[] =>
    Object.entries(pages).map(([page, measured]) =>
      row(
        page,
        '',
        Object.fromEntries(
          (Object.keys(measures) as Measure[]).map((one) => [
            measures[one][0],
            scaled(measured[one], measures[one][1]),
          ]),
        ),
      ),
    );
  const judged = goals.map(({ goal, value, limit, against }) => {
    const values = { median: sampleOf([value]), limit: sampleOf([limit]) };
    return row(`${goal} (${against})`, '', values, [
      ratio(values, 'median', 'limit', { atMost: 1 }),
    ]);
  });
  return {
    versions,
    how: `The pages of ${name}, opened cold in a browser of 1280 x 800: ${rounds} interleaved rounds. ${machine}.`,
    tables: [
      { id: 'pages', title: 'Pages', columns, rows: rowsOf(tables.desktop) },
      {
        id: 'slow',
        title: 'Pages, on a processor four times slower',
        columns,
        rows: rowsOf(tables.slow),
      },
      { id: 'goals', title: 'Aims', columns: ['median', 'limit'], rows: judged },
    ],
    notes: [],
  };
};

const scaled = ({ median, low, high, runs }: Sample, by: number): Sample => ({
  median: median / by,
  low: low / by,
  high: high / by,
  runs,
});
