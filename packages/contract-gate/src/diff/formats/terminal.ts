import { largest } from '../comparison/bump.ts';
import type { Difference } from '../comparison/change.ts';
import { heading, tally } from './heading.ts';

/** For people at a terminal. The last line is always `needed bump: none|patch|minor|major`. */
export function terminal(differences: readonly Difference[]): string {
  const lines = differences.flatMap((difference) => [
    `${heading(difference)}${difference.base === undefined ? '.' : `: ${tally(difference.changes)}.`}`,
    ...difference.changes.flatMap((change) => {
      const place =
        change.source === undefined
          ? change.pointer
          : `${change.source.file}:${change.source.line}`;
      const reach = change.operations.length === 0 ? '' : `  [${change.operations.join(', ')}]`;
      return [
        `  ${change.bump.padEnd(5)}  ${change.direction.padEnd(9)}  ${change.what}`,
        `         ${change.reason}`,
        `         ${place}${reach}`,
      ];
    }),
    '',
  ]);
  return `${lines.join('\n')}needed bump: ${largest(differences.map(({ bump }) => bump))}\n`;
}
