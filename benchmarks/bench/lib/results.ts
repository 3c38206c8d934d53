import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Sample, significant } from '../../../tools/statistics.ts';
import type { Machine } from './machine.ts';

/** One side against another, and what was aimed at. */
export interface Ratio {
  of: string;
  to: string;
  value: number;
  atLeast?: number;
  atMost?: number;
  /** Whether the aim was reached; absent where there was none. */
  met?: boolean;
}

/**
 * One thing measured on several sides. A side that could not be measured is absent, and a note says
 * why.
 */
export interface Row {
  what: string;
  unit: string;
  values: Record<string, Sample>;
  ratios: Ratio[];
}

export interface Table {
  id: string;
  title: string;
  /** The sides, in the order in which they are shown. */
  columns: string[];
  rows: Row[];
}

/** What one part of the benchmark came to. */
export interface Part {
  /** The day it was measured on. */
  measured: string;
  machine: Machine;
  /** What took part, by name. */
  versions: Record<string, string>;
  /** How it was measured, in a sentence or two. */
  how: string;
  tables: Table[];
  /** What could not be measured, and whatever else has to be known. */
  notes: string[];
}

export interface Results {
  parts: Record<string, Part>;
}

export const resultsFile = fileURLToPath(new URL('../../results.json', import.meta.url));

/** @throws {Error} in one line, when the file is there and is no JSON */
export function readResults(file = resultsFile): Results {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { parts: {} };
  }
  try {
    return JSON.parse(text) as Results;
  } catch (error) {
    throw new Error(
      `${file} is not JSON (${(error as Error).message}). Remove it, and measure again: npm run bench.`,
    );
  }
}

/** Writes the results, whole or not at all. */
export function writeResults(results: Results, file = resultsFile): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify(results, null, 2)}\n`);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The ratio of two sides of a row; `undefined` where one of them was not measured. */
export function ratio(
  values: Record<string, Sample>,
  of: string,
  to: string,
  aim: { atLeast?: number; atMost?: number } = {},
): Ratio | undefined {
  const [above, below] = [values[of], values[to]];
  if (above === undefined || below === undefined || below.median === 0) return undefined;
  const value = significant(above.median / below.median, 3);
  const met =
    aim.atLeast === undefined && aim.atMost === undefined ? {} : { met: isMet(value, aim) };
  return { of, to, value, ...aim, ...met };
}

/** What was counted, or measured a single time. */
export const once = (value: number): Sample => ({
  median: value,
  low: value,
  high: value,
  runs: 1,
});

/** Makes a row; ratios that cannot be told are left away. */
export const row = (
  what: string,
  unit: string,
  values: Record<string, Sample>,
  ratios: (Ratio | undefined)[] = [],
): Row => ({ what, unit, values, ratios: ratios.filter((one) => one !== undefined) });

export const isMet = (
  value: number,
  { atLeast, atMost }: { atLeast?: number; atMost?: number },
): boolean =>
  value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY);

/** What is wrong with results, each with its place; nothing where all is well. */
export function problemsOf({ parts }: Results): string[] {
  const found: string[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (!/^\d{4}-\d\d-\d\d$/.test(part.measured))
      found.push(`${name}: measured on '${part.measured}', which is no day`);
    if (part.machine?.cores === undefined || part.machine.node === undefined)
      found.push(`${name}: the machine is not told`);
    if (Object.keys(part.versions).length === 0) found.push(`${name}: no versions`);
    if (part.tables.length === 0 && part.notes.length === 0)
      found.push(`${name}: neither a table nor a note that says why`);
    for (const table of part.tables) {
      if (table.rows.length === 0) found.push(`${name}/${table.id}: no rows`);
      for (const one of table.rows)
        found.push(
          ...problemsOfRow(one, table).map((text) => `${name}/${table.id}: ${one.what}: ${text}`),
        );
    }
  }
  return found;
}

function problemsOfRow({ values, ratios }: Row, { columns }: Table): string[] {
  const found: string[] = [];
  for (const [side, { median, low, high, runs }] of Object.entries(values)) {
    if (!columns.includes(side)) found.push(`'${side}' has no column`);
    if (!(low <= median && median <= high && runs >= 1)) found.push(`'${side}' is no sample`);
  }
  for (const { of, to, value, met, ...aim } of ratios) {
    const [above, below] = [values[of], values[to]];
    if (above === undefined || below === undefined)
      found.push(`the ratio of '${of}' to '${to}' has no figures behind it`);
    else if (significant(above.median / below.median, 3) !== value)
      found.push(`the ratio of '${of}' to '${to}' does not follow from them`);
    if (met !== undefined && met !== isMet(value, aim))
      found.push(`the aim of '${of}' to '${to}' is told wrongly`);
  }
  return found;
}
