import { largest } from '../comparison/bump.ts';
import type { Difference } from '../comparison/change.ts';

/** Formats differences for programs. */
export const json = (differences: readonly Difference[]): string =>
  `${JSON.stringify({ needed_bump: largest(differences.map(({ bump }) => bump)), differences }, null, 2)}\n`;
