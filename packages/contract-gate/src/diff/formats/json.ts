import { largestBump } from '../comparison/bump.ts';
import type { Difference } from '../comparison/change.ts';

/** Formats differences as JSON. */
export const json = (differences: readonly Difference[]): string =>
  `${JSON.stringify({ required_bump: largestBump(differences.map(({ bump }) => bump)), differences }, null, 2)}\n`;
