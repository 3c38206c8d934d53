import semver from 'semver';
import { isHighEnough, isPreRelease, nextVersion } from '../diff/comparison/bump.ts';
import type { Difference } from '../diff/comparison/change.ts';
import type { Violation } from './violation.ts';

/**
 * Checks that the version is a semantic version, is not lower than the last release, and is high
 * enough for the largest change. After a pre-release, any higher version is high enough, because a
 * pre-release has no compatibility guarantee.
 */
export function checkVersion({
  interface: name,
  base,
  revision: { version },
  changes,
  bump,
}: Difference): Violation[] {
  const [largest] = changes;
  const violation = (message: string): Violation[] => [
    {
      check: 'version',
      message: `specs/${name}.yaml: info.version ${message}`,
      ...(largest?.source !== undefined && { source: largest.source }),
    },
  ];
  if (semver.valid(version) === null)
    return violation(
      `is '${version}', which is not a semantic version. Use a version such as 1.2.0 or 1.2.0-rc.1.`,
    );
  if (base === undefined) return [];
  if (semver.lt(version, base.version)) {
    const next = nextVersion(base.version, bump === 'none' ? 'patch' : bump);
    return violation(
      `is ${version}, but ${base.version} is already released. Set info.version to ${next}.`,
    );
  }
  if (bump === 'none') return [];
  if (isPreRelease(base.version))
    return version === base.version
      ? violation(
          `is still ${version}, which is already released, and the contract has changed. Set info.version to ${nextVersion(version, bump)}.`,
        )
      : [];
  if (isHighEnough(version, base.version, bump)) return [];
  const required = nextVersion(base.version, bump);
  const others = changes.filter((change) => change.bump === bump).length - 1;
  const more =
    others > 0
      ? ` There ${others === 1 ? `is 1 more ${bump} change` : `are ${others} more ${bump} changes`}.`
      : '';
  const verb = version === base.version ? 'is still' : 'is';
  return violation(
    `${verb} ${version}, but this change requires ${required} (a ${bump} version bump from ${base.version}). ` +
      `${largest?.what} ${largest?.reason}${more} Set info.version to ${required}, or undo ${others > 0 ? `the ${bump} changes` : 'the change'}. \`npm run diff -- ${name}\` lists all changes.`,
  );
}
