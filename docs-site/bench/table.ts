import { type Sample, significant } from '../../tools/statistics.ts';
import type { Beside, Judged } from './goals.ts';
import type { Measure } from './metrics.ts';

/** What all rounds of a page came to. */
export type Row = Record<Measure, Sample>;

const columns: readonly { measure: Measure; title: string; digits: number; per: number }[] = [
  { measure: 'bytes', title: 'kB', digits: 1, per: 1000 },
  { measure: 'script', title: 'script kB', digits: 1, per: 1000 },
  { measure: 'fcp', title: 'first paint ms', digits: 0, per: 1 },
  { measure: 'lcp', title: 'largest paint ms', digits: 0, per: 1 },
  { measure: 'tbt', title: 'blocking ms', digits: 0, per: 1 },
  { measure: 'cls', title: 'layout shift', digits: 3, per: 1 },
  { measure: 'strangers', title: 'off origin', digits: 0, per: 1 },
];

function cell({ median, low, high }: Sample, digits: number, per: number): string {
  const [middle, from, to] = [median, low, high].map((value) => (value / per).toFixed(digits));
  return from === to ? `${middle}` : `${middle} (${from}–${to})`;
}

/**
 * One table in Markdown: a line for each page, medians with the quartiles around them where these
 * differ.
 */
export function tableOf(rows: ReadonlyMap<string, Row>): string {
  const head = `| | ${columns.map(({ title }) => title).join(' | ')} |\n|---|${columns.map(() => '--:|').join('')}`;
  const lines = [...rows].map(([name, row]) => {
    const cells = columns.map(({ measure, digits, per }) => cell(row[measure], digits, per));
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return [head, ...lines].join('\n');
}

const figure = (value: number): string =>
  (Math.abs(value) >= 100 ? Math.round(value) : significant(value, 3)).toLocaleString('en-US', {
    maximumFractionDigits: 10,
  });

/**
 * The goals as a table in Markdown: value, limit, how much of the limit is used, and what became of
 * it.
 */
export function goalsOf(judged: readonly Judged[]): string {
  const lines = judged.map(({ goal, value, limit, below, met, against }) => {
    const ratio = limit === 0 ? '' : `${(value / limit).toFixed(2)} ×`;
    return `| ${goal} | ${figure(value)} | ${below ? '<' : '≤'} ${figure(limit)} | ${against} | ${ratio} | ${met ? 'met' : '**missed**'} |`;
  });
  return [
    '| goal | median | limit | which is | used | |',
    '|---|--:|--:|---|--:|---|',
    ...lines,
  ].join('\n');
}

/** First paints beside the stock page's as a table in Markdown. */
export const besideOf = (all: readonly Beside[]): string =>
  [
    '| | median | stock | ratio |',
    '|---|--:|--:|--:|',
    ...all.map(
      ({ what, value, stock }) =>
        `| ${what} | ${figure(value)} | ${figure(stock)} | ${(value / stock).toFixed(2)} × |`,
    ),
  ].join('\n');
