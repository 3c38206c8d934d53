import { type Sample, spreadOf } from '../shared/statistics.ts';
import type { PartResults, Ratio, Row, Table } from './results.ts';

/** Formats a number: an integer if it is at least 100, otherwise three significant digits. */
export function formatNumber(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return rounded.toLocaleString('en-US', { maximumFractionDigits: 10 });
}

function formatSample(sample: Sample | undefined): string {
  if (sample === undefined) return '–';
  const median = formatNumber(sample.median);
  return sample.runs === 1 ? median : `${median} ± ${Math.round(spreadOf(sample) * 100)}%`;
}

function formatRatio({ of, to, value, atLeast, atMost, below, met }: Ratio): string {
  const bounds = [
    ['≥', atLeast],
    ['≤', atMost],
    ['<', below],
  ].flatMap(([sign, bound]) => (bound === undefined ? [] : [`, goal ${sign} ${bound}`]));
  const comparison = to === undefined ? '' : ` × (${to})`;
  const result = met === false ? ' **missed**' : '';
  return `${of}: ${formatNumber(value)}${comparison}${bounds.join('')}${result}`;
}

function tableLines({ columns, rows }: Table): string[] {
  const hasRatios = rows.some(({ ratios }) => ratios.length > 0);
  const nameOf = ({ what, unit }: Row): string =>
    unit === '' || what.endsWith(`, ${unit}`) ? what : `${what}, ${unit}`;
  const lines = rows.map((row) => [
    nameOf(row),
    ...columns.map((column) => formatSample(row.values[column])),
    ...(hasRatios ? [row.ratios.map(formatRatio).join('; ')] : []),
  ]);
  const head = ['', ...columns, ...(hasRatios ? ['ratio'] : [])];
  return [
    `| ${head.join(' | ')} |`,
    `|---|${columns.map(() => '--:|').join('')}${hasRatios ? '---|' : ''}`,
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
  ];
}

function circumstances({ measured, machine, versions }: PartResults): string {
  const { processor, cores, memory_gb, system, node, noise } = machine;
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const hardware = `${processor}, ${cores} cores, ${memory_gb} GB, ${system}, Node.js ${node}`;
  const percent = Math.round(noise * 100);
  return `${measured}, ${hardware}, machine noise ${percent}%. Versions: ${packages.join(', ')}.`;
}

/**
 * Renders a part as Markdown.
 *
 * @param id renders only this table, without notes
 */
export function renderPart(part: PartResults, id?: string): string {
  const tables = id === undefined ? part.tables : part.tables.filter((table) => table.id === id);
  const notes = id === undefined ? part.notes : [];
  return [
    part.how,
    '',
    ...tables.flatMap((table) => [`### ${table.title}`, '', ...tableLines(table), '']),
    ...(notes.length > 0
      ? ['| Notes |', '|---|', ...notes.map((note) => `| ${note.replaceAll('|', '\\|')} |`), '']
      : []),
    `Measured ${circumstances(part)}`,
  ].join('\n');
}

/** Returns one line for each missed goal. */
export const missedGoals = ({ tables }: PartResults): string[] =>
  tables.flatMap(({ title, rows }) =>
    rows.flatMap(({ what, ratios }) =>
      ratios
        .filter(({ met }) => met === false)
        .map((one) => `${title}: ${what}: ${formatRatio(one)}`),
    ),
  );
