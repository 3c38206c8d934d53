import semver from 'semver';
import { isPreRelease, nextVersion, reaches } from '../diff/comparison/bump.ts';
import type { Difference } from '../diff/comparison/change.ts';
import type { Complaint } from './violation.ts';

/**
 * The version has to move at least as far as the biggest change. As long as what was released is a
 * pre-release, nothing is promised yet:
 * everything is listed, and nothing refused but a step back.
 */
export function checkVersion({
  interface: name,
  base,
  revision,
  changes,
  bump,
}: Difference): Complaint[] {
  const file = `specs/${name}.yaml`;
  const complaint = (message: string): Complaint[] => {
    const [worst] = changes;
    return [
      { check: 'version', message, ...(worst?.source !== undefined && { source: worst.source }) },
    ];
  };
  if (semver.valid(revision.version) === null) {
    return complaint(
      `${file}: info.version is '${revision.version}', which is no semantic version. Write it like 1.2.0 or 1.2.0-rc.1.`,
    );
  }
  if (base === undefined) return [];
  if (semver.lt(revision.version, base.version)) {
    return complaint(
      `${file}: info.version is ${revision.version}, but ${base.version} is released already. Versions only go up: set info.version to ${nextVersion(base.version, bump === 'none' ? 'patch' : bump)}.`,
    );
  }
  if (
    isPreRelease(base.version) ||
    bump === 'none' ||
    reaches(revision.version, base.version, bump)
  )
    return [];
  const needed = nextVersion(base.version, bump);
  const [worst] = changes;
  const others = changes.filter((change) => change.bump === bump).length - 1;
  const more = others > 0 ? ` (and ${others} more like it)` : '';
  return complaint(
    `${file}: info.version ${revision.version === base.version ? 'is still' : 'is'} ${revision.version}, but this change needs ${needed}, a ${bump} step from ${base.version}. ` +
      `${worst?.what} ${worst?.reason}${more} Set info.version to ${needed}, or take the change back. \`npm run diff -- ${name}\` lists everything.`,
  );
}
