import semver from 'semver';

/** Size of a version step. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

const order: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

/** Compares two bumps for an ascending sort: `none` first. */
export const compareBumps = (one: Bump, other: Bump): number =>
  order.indexOf(one) - order.indexOf(other);

/** Returns the largest bump; `none` for an empty list. */
export const largest = (bumps: Iterable<Bump>): Bump =>
  [...bumps].toSorted(compareBumps).at(-1) ?? 'none';

/** Returns whether a version is a pre-release, such as a release candidate. */
export const isPreRelease = (version: string): boolean => semver.prerelease(version) !== null;

/**
 * Returns the smallest valid version after `version` for a change of this size. The number of a
 * pre-release increases by one for every size: `1.0.0-rc.2` follows `1.0.0-rc.1`.
 *
 * @throws {TypeError} when `version` is not a semantic version
 */
export function nextVersion(version: string, bump: Bump): string {
  if (bump === 'none') return version;
  const next = semver.inc(version, isPreRelease(version) ? 'prerelease' : bump);
  if (next === null) throw new TypeError(`'${version}' is not a semantic version.`);
  return next;
}

/**
 * Returns whether `version` is high enough after `released` for a change of this size. A
 * pre-release counts as the stable version that it precedes.
 */
export function reaches(version: string, released: string, bump: Bump): boolean {
  const target =
    isPreRelease(version) && !isPreRelease(released)
      ? (semver.coerce(version)?.version ?? version)
      : version;
  return semver.gte(target, nextVersion(released, bump));
}
