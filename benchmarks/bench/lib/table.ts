import { type Sample, spreadOf } from '../../../tools/statistics.ts';
import type { Part, Ratio, Row, Table } from './results.ts';

/** A number for people: three significant digits, thousands apart. */
export function figure(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
  return rounded.toLocaleString('en-US', { maximumFractionDigits: 10 });
}

/**
 * A sample in a cell: its median and, where it was measured more than once, the noise around it.
 */
export function cell(sample: Sample | undefined): string {
  if (sample === undefined) return '–';
  return sample.runs === 1
    ? figure(sample.median)
    : `${figure(sample.median)} ± ${Math.round(spreadOf(sample) * 100)} %`;
}

/** What became of an aim, in a cell. */
export function aimed({ of, to, value, atLeast, atMost, met }: Ratio): string {
  const aim =
    atLeast !== undefined ? `, aim ≥ ${atLeast}` : atMost !== undefined ? `, aim ≤ ${atMost}` : '';
  return `${of} ${figure(value)} × ${to}${aim}${met === false ? ' **missed**' : ''}`;
}

/** A table in Markdown. */
export function markdown({ columns, rows }: Table): string[] {
  const hasRatios = rows.some(({ ratios }) => ratios.length > 0);
  const units = new Set(rows.map(({ unit }) => unit));
  const name = ({ what, unit }: Row): string =>
    unit === '' || what.endsWith(unit) ? what : `${what}, ${unit}`;
  const head = ['', ...columns, ...(hasRatios ? ['ratio'] : [])];
  const lines = rows.map((one) => [
    units.size === 0 ? one.what : name(one),
    ...columns.map((column) => cell(one.values[column])),
    ...(hasRatios ? [one.ratios.map(aimed).join('; ')] : []),
  ]);
  return [
    `| ${head.join(' | ')} |`,
    `|---|${columns.map(() => '--:|').join('')}${hasRatios ? '---|' : ''}`,
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
  ];
}

/** Where and with what a part was measured. */
export function circumstances({ measured, machine, versions }: Part): string {
  const { processor, cores, memory_gb, system, node, noise } = machine;
  const others = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `${measured}, ${cores} cores of ${processor}, ${memory_gb} GB, ${system}, Node ${node}, noise of the machine ${Math.round(noise * 100)} %. ${others.join(', ')}.`;
}

/** A part as it is printed, and as it stands in a README; with `id`, that table of it alone. */
export function partAsMarkdown(part: Part, id?: string): string {
  const tables = id === undefined ? part.tables : part.tables.filter((table) => table.id === id);
  const blocks = tables.flatMap((table) => [`**${table.title}**`, '', ...markdown(table), '']);
  const notes = id === undefined ? part.notes.map((note) => `- ${note}`) : [];
  return [
    part.how,
    '',
    ...blocks,
    ...notes,
    ...(notes.length > 0 ? [''] : []),
    `Measured ${circumstances(part)}`,
  ].join('\n');
}

/** The aims of a part that were missed, each in a line. */
export const missed = ({ tables }: Part): string[] =>
  tables.flatMap(({ title, rows }) =>
    rows.flatMap(({ what, ratios }) =>
      ratios.filter(({ met }) => met === false).map((one) => `${title}: ${what}: ${aimed(one)}`),
    ),
  );
