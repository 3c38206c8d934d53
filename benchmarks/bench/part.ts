import type { Bounds, Measurements, Row } from '../report/results.ts';
import { limit, ratio, row } from '../report/results.ts';
import { interleave } from '../shared/interleave.ts';
import { type Sample, sampleOf } from '../shared/statistics.ts';

/** Options of one run. Each part uses the options that apply to it. */
export interface PartOptions {
  /** Few and short rounds, to check that the benchmark works. */
  quick: boolean;
  /** Prints progress. */
  log: (text: string) => void;
  /** Number of rounds instead of the default of the part. */
  rounds?: number | undefined;
  /** `mock`: folder of another built checkout that runs as a contender. */
  beside?: string | undefined;
  /** `memory`: number of bookings, and maximum number of closed bookings in the sandbox. */
  bookings?: number | undefined;
  maxEntries?: number | undefined;
  /** `clients`: number of operations in the type check. */
  operations?: number | undefined;
  /** `clients`: folder with hey-api. `reference`: folder that caches the packages of the peers. */
  packages?: string | undefined;
  /** `reference`: interface whose pages are loaded, and folder of the built site. */
  interface?: string | undefined;
  site?: string | undefined;
}

/** One part of the benchmark. */
export type Part = (options: PartOptions) => Promise<Measurements>;

/** A comparison of two columns. The bounds, if any, are the goal. */
export interface Comparison extends Bounds {
  of: string;
  to: string;
}

/** One quantity of a measurement. */
export interface Metric<Measurement> {
  what: string;
  unit: string;
  /** Returns `undefined` if the contender does not have the quantity. */
  value: (measurement: Measurement) => number | undefined;
  comparisons?: readonly Comparison[];
}

/** Creates one row per metric, with the contenders as columns. Omits metrics without a value. */
export function rowsOf<Measurement>(
  measured: ReadonlyMap<string, readonly Measurement[]>,
  metrics: readonly Metric<Measurement>[],
): Row[] {
  return metrics.flatMap(({ what, unit, value, comparisons = [] }) => {
    const values: Record<string, Sample> = {};
    for (const [contender, measurements] of measured) {
      const numbers = measurements.map(value).filter((number) => number !== undefined);
      if (numbers.length > 0) values[contender] = sampleOf(numbers);
    }
    const ratios = comparisons.map(({ of, to, ...bounds }) => ratio(values, of, to, bounds));
    return Object.keys(values).length > 0 ? [row(what, unit, values, ratios)] : [];
  });
}

/** Runs the contenders interleaved and creates one row per metric. */
export async function compare<Measurement>(
  contenders: readonly string[],
  rounds: number,
  measure: (contender: string) => Promise<Measurement>,
  metrics: readonly Metric<Measurement>[],
): Promise<Row[]> {
  return rowsOf(await interleave(contenders, rounds, measure), metrics);
}

/** Creates a row whose single column has bounds. */
export const limitedRow = (
  what: string,
  unit: string,
  column: string,
  sample: Sample,
  bounds: Bounds,
): Row => row(what, unit, { [column]: sample }, [limit({ [column]: sample }, column, bounds)]);
