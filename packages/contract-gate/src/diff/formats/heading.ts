import type { Difference } from '../comparison/change.ts';

/** What was compared with what, in one line. */
export function heading({ interface: name, base, revision }: Difference): string {
  if (base === undefined)
    return `${name}: nothing is released yet, so ${revision.version} would be the first release, which breaks nobody`;
  const versions =
    base.version === revision.version ? base.version : `${base.version} to ${revision.version}`;
  return `${name}: ${base.label} to ${revision.label} (${versions})`;
}

/** How many there are of each size: `2 major, 1 minor`. */
export function tally(changes: Difference['changes']): string {
  const counts = (['major', 'minor', 'patch'] as const).map(
    (bump) => [bump, changes.filter((change) => change.bump === bump).length] as const,
  );
  const told = counts.filter(([, count]) => count > 0).map(([bump, count]) => `${count} ${bump}`);
  return told.length === 0 ? 'no difference' : told.join(', ');
}
