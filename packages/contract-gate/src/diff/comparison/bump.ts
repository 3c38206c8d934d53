import semver from 'semver';

/** The part of the version that a change increases; `none` if the version can stay the same. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

const order: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

/** Compares two bumps for an ascending sort: `none` first. */
export const compareBumps = (one: Bump, other: Bump): number =>
  order.indexOf(one) - order.indexOf(other);

/** Returns the largest bump; `none` if there are no bumps. */
export const largestBump = (bumps: Iterable<Bump>): Bump =>
  [...bumps].toSorted(compareBumps).at(-1) ?? 'none';

/** Returns whether a version is a pre-release, such as a release candidate. */
export const isPreRelease = (version: string): boolean => semver.prerelease(version) !== null;

/**
 * Returns the lowest version that is valid after `version` for a change with this bump; `version`
 * itself for `none`. For a pre-release, every other bump increases the pre-release number by one:
 * `1.0.0-rc.2` follows `1.0.0-rc.1`.
 *
 * @throws {TypeError} if `version` is not a semantic version, unless `bump` is `none`
 */
export function nextVersion(version: string, bump: Bump): string {
  if (bump === 'none') return version;
  const next = semver.inc(version, isPreRelease(version) ? 'prerelease' : bump);
  if (next === null) throw new TypeError(`'${version}' is not a semantic version.`);
  return next;
}

/**
 * Returns whether `version` is high enough for a change with this bump since `released`. After a
 * stable release, a pre-release is compared as the stable version that it precedes.
 */
export function isHighEnough(version: string, released: string, bump: Bump): boolean {
  const target =
    isPreRelease(version) && !isPreRelease(released)
      ? (semver.coerce(version)?.version ?? version)
      : version;
  return semver.gte(target, nextVersion(released, bump));
}
