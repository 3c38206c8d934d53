import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { roundTo, type Sample } from '../shared/statistics.ts';
import { describeMachine, type Machine, timeCalculations } from './machine.ts';

/** Limits of a value. `below` is an exclusive maximum. */
export interface Bounds {
  atLeast?: number;
  atMost?: number;
  below?: number;
}

/** One column compared with another column, or the value of one column if `to` is absent. */
export interface Ratio extends Bounds {
  of: string;
  to?: string;
  value: number;
  /** Whether the goal is met. Absent without bounds. */
  met?: boolean;
}

/** One quantity. A column that was not measured has no value. */
export interface Row {
  what: string;
  unit: string;
  values: Record<string, Sample>;
  ratios: Ratio[];
}

export interface Table {
  id: string;
  title: string;
  columns: string[];
  rows: Row[];
}

/** Measurements of one part, without the date and the machine. */
export interface Measurements {
  /** Versions of the measured packages, by name. */
  versions: Record<string, string>;
  /** How the part was measured, in a few sentences. */
  how: string;
  tables: Table[];
  notes: string[];
}

/** Measurements of one part, with the date and the machine. */
export interface PartResults extends Measurements {
  /** Date in the format `2026-11-20`. */
  measured: string;
  machine: Machine;
}

export interface Results {
  parts: Record<string, PartResults>;
}

export const resultsFile: string = fileURLToPath(new URL('../results.json', import.meta.url));

/**
 * Reads stored results. Returns empty results if the file cannot be read.
 *
 * @throws {Error} if the file is not JSON
 */
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
    const { message } = error as Error;
    throw new Error(`${file} is not JSON (${message}). Delete it and run \`npm run bench\`.`);
  }
}

/** Writes the results file atomically. */
export function writeResults(results: Results, file = resultsFile): void {
  const temporary = `${file}.${process.pid}`;
  try {
    writeFileSync(temporary, `${JSON.stringify(results, null, 2)}\n`);
    renameSync(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Measures a part and adds the date and the machine. */
export async function measurePart(measure: () => Promise<Measurements>): Promise<PartResults> {
  const before = timeCalculations();
  const measurements = await measure();
  return {
    measured: new Date().toISOString().slice(0, 10),
    machine: describeMachine([...before, ...timeCalculations()]),
    ...measurements,
  };
}

/** Stores a part in the results file. Reads the file again to keep the results of parallel runs. */
export function recordPart(name: string, part: PartResults, file = resultsFile): void {
  writeResults({ parts: { ...readResults(file).parts, [name]: part } }, file);
}

/** Returns the ratio of two columns; `undefined` if one was not measured or the second is 0. */
export function ratio(
  values: Record<string, Sample>,
  of: string,
  to: string,
  bounds: Bounds = {},
): Ratio | undefined {
  const [numerator, denominator] = [values[of], values[to]];
  if (numerator === undefined || denominator === undefined || denominator.median === 0)
    return undefined;
  const exact = numerator.median / denominator.median;
  return { of, to, value: roundTo(exact, 3), ...bounds, ...goalResult(exact, bounds) };
}

/** Compares the value of one column with a goal. */
export function limit(values: Record<string, Sample>, of: string, bounds: Bounds): Ratio {
  const value = (values[of] as Sample).median;
  return { of, value, ...bounds, ...goalResult(value, bounds) };
}

const goalResult = (value: number, bounds: Bounds): { met?: boolean } =>
  Object.values(bounds).length === 0 ? {} : { met: isMet(value, bounds) };

const isMet = (
  value: number,
  { atLeast = -Infinity, atMost = Infinity, below = Infinity }: Bounds,
): boolean => value >= atLeast && value <= atMost && value < below;

/** Creates a row and leaves out ratios that do not exist. */
export const row = (
  what: string,
  unit: string,
  values: Record<string, Sample>,
  ratios: (Ratio | undefined)[] = [],
): Row => ({ what, unit, values, ratios: ratios.filter((one) => one !== undefined) });

/** Returns the inconsistencies of results; empty if they are valid. */
export function validateResults({ parts }: Results): string[] {
  return Object.entries(parts).flatMap(([name, part]) => {
    const found: string[] = [];
    const expect = (isValid: boolean, problem: string): void =>
      void (isValid || found.push(`${name}: ${problem}`));
    expect(/^\d{4}-\d\d-\d\d$/.test(part.measured), `'${part.measured}' is not a date`);
    expect(Boolean(part.machine?.cores && part.machine.node), 'the machine is missing');
    expect(Object.keys(part.versions).length > 0, 'there are no versions');
    expect(part.tables.length > 0 || part.notes.length > 0, 'there are no tables and no notes');
    for (const table of part.tables) {
      expect(table.rows.length > 0, `${table.id}: there are no rows`);
      for (const one of table.rows)
        found.push(
          ...validateRow(one, table).map((text) => `${name}/${table.id}: ${one.what}: ${text}`),
        );
    }
    return found;
  });
}

function validateRow({ values, ratios }: Row, { columns }: Table): string[] {
  const found: string[] = [];
  for (const [column, { median, low, high, runs }] of Object.entries(values)) {
    if (!columns.includes(column)) found.push(`'${column}' is not a column`);
    if (!(low <= median && median <= high && runs >= 1)) found.push(`'${column}' is not a sample`);
  }
  for (const { of, to, value, met, ...bounds } of ratios) {
    const isRatio = to !== undefined;
    const name = isRatio ? `the ratio of '${of}' to '${to}'` : `the value of '${of}'`;
    const divisor = isRatio ? values[to]?.median : 1;
    const exact = (values[of]?.median ?? Number.NaN) / (divisor ?? Number.NaN);
    if (Number.isNaN(exact)) found.push(`${name} has no measurement`);
    else if (value !== (isRatio ? roundTo(exact, 3) : exact)) found.push(`${name} is wrong`);
    if (met !== undefined && met !== isMet(exact, bounds))
      found.push(`the result of the goal for ${name} is wrong`);
  }
  return found;
}
