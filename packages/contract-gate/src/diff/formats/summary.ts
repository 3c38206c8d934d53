import type { Change, Difference } from '../comparison/change.ts';

/** Returns the names and versions of the compared documents, in one line. */
export function heading({ interface: name, base, revision }: Difference): string {
  if (base === undefined)
    return `${name}: no release yet; ${revision.version} would be the first release`;
  const versions =
    base.version === revision.version ? base.version : `${base.version} to ${revision.version}`;
  return `${name}: ${base.label} to ${revision.label} (${versions})`;
}

/** Counts the changes by bump: `2 major, 1 minor`. Returns `no difference` for an empty array. */
export function countByBump(changes: readonly Change[]): string {
  const counts = (['major', 'minor', 'patch'] as const).map((bump) => {
    const count = changes.filter((change) => change.bump === bump).length;
    return count === 0 ? [] : [`${count} ${bump}`];
  });
  return counts.flat().join(', ') || 'no difference';
}

/** Returns the source line of a change, or its JSON Pointer. */
export const locationOf = ({ pointer, source }: Difference['changes'][number]): string =>
  source === undefined ? pointer : `${source.file}:${source.line}`;
