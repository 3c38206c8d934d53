/** Summary of measurements. `sampleOf` rounds to four significant digits; `single` does not. */
export interface Sample {
  median: number;
  /** Lower quartile. */
  low: number;
  /** Upper quartile. */
  high: number;
  /** Number of measurements. */
  runs: number;
}

/**
 * Returns a quantile, interpolated between the two nearest values.
 *
 * @param fraction 0 (minimum) to 1 (maximum)
 * @throws {RangeError} if there are no values or the fraction is out of range
 */
export function quantile(values: readonly number[], fraction: number): number {
  if (values.length === 0) throw new RangeError('Cannot compute a quantile without values.');
  if (!(fraction >= 0 && fraction <= 1))
    throw new RangeError(`The fraction must be from 0 to 1; got ${fraction}.`);
  const sorted = Float64Array.from(values).sort();
  const position = (sorted.length - 1) * fraction;
  const below = sorted[Math.floor(position)] as number;
  const above = sorted[Math.ceil(position)] as number;
  return below + (above - below) * (position - Math.floor(position));
}

export function sampleOf(values: readonly number[]): Sample {
  return {
    median: roundTo(quantile(values, 0.5)),
    low: roundTo(quantile(values, 0.25)),
    high: roundTo(quantile(values, 0.75)),
    runs: values.length,
  };
}

/** Returns a sample of one value: a count, or a single measurement. */
export const single = (value: number): Sample => ({
  median: value,
  low: value,
  high: value,
  runs: 1,
});

/** Returns half the interquartile range, relative to the median; 0 if the median is 0. */
export const spreadOf = ({ median, low, high }: Sample): number =>
  median === 0 ? 0 : roundTo((high - low) / 2 / median);

/** Rounds to a number of significant digits. Default: four. */
export const roundTo = (value: number, digits = 4): number => Number(value.toPrecision(digits));
