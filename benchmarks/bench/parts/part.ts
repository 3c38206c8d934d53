import type { Part } from '../lib/results.ts';

/** What a part gives; who measured it, and when, is added by the runner. */
export type Measured = Pick<Part, 'versions' | 'how' | 'tables' | 'notes'>;

export interface Options {
  /** Fewer and shorter rounds, to see that it works; the figures are worth little. */
  quick: boolean;
  /** Says what is under way. */
  say: (text: string) => void;
}

/** One part of the benchmark: it measures, and cleans up behind itself. */
export type MeasurePart = (options: Options) => Promise<Measured>;
