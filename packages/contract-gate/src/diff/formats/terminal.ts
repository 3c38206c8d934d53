import { largestBump } from '../comparison/bump.ts';
import type { Difference } from '../comparison/change.ts';
import { countByBump, heading, locationOf } from './summary.ts';

/** Formats differences for a terminal. The last line contains the required version bump. */
export function terminal(differences: readonly Difference[]): string {
  const lines = differences.flatMap((difference) => [
    `${heading(difference)}${difference.base === undefined ? '.' : `: ${countByBump(difference.changes)}.`}`,
    ...difference.changes.flatMap((change) => {
      const { bump, direction, what, reason, operations } = change;
      const usedBy = operations.length === 0 ? '' : `  [${operations.join(', ')}]`;
      return [
        `  ${bump.padEnd(5)}  ${direction.padEnd(9)}  ${what}`,
        `         ${reason}`,
        `         ${locationOf(change)}${usedBy}`,
      ];
    }),
    '',
  ]);
  return `${lines.join('\n')}Required version bump: ${largestBump(differences.map(({ bump }) => bump))}\n`;
}
