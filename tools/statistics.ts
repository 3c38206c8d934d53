/** Several measurements of one thing. */
export interface Sample {
  median: number;
  /** The lower and the upper quartile: half of all measurements lie between them. */
  low: number;
  high: number;
  /** How many measurements there were. */
  runs: number;
}

/** @throws {RangeError} when there is nothing to choose from, or the part is not between 0 and 1 */
export function quantile(values: readonly number[], part: number): number {
  if (values.length === 0) throw new RangeError('There is no quantile of nothing.');
  if (!(part >= 0 && part <= 1))
    throw new RangeError(`A quantile lies between 0 and 1, not at ${part}.`);
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * part;
  const below = sorted[Math.floor(place)] as number;
  const above = sorted[Math.ceil(place)] as number;
  return below + (above - below) * (place - Math.floor(place));
}

/** What is written down of a number of measurements, in four significant digits. */
export function sampleOf(values: readonly number[]): Sample {
  return {
    median: significant(quantile(values, 0.5)),
    low: significant(quantile(values, 0.25)),
    high: significant(quantile(values, 0.75)),
    runs: values.length,
  };
}

/**
 * How far the middle half of the measurements lies from the median, on average, as a part of it:
 * the noise.
 */
export const spreadOf = ({ median, low, high }: Sample): number =>
  median === 0 ? 0 : significant((high - low) / 2 / median);

export const significant = (value: number, digits = 4): number => Number(value.toPrecision(digits));
