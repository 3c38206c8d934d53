import semver from 'semver';

/** How far a version has to move, from not at all to the next major. */
export type Bump = 'none' | 'patch' | 'minor' | 'major';

const order: readonly Bump[] = ['none', 'patch', 'minor', 'major'];

/** Sorts ascending: `none` first. */
export const compareBumps = (one: Bump, other: Bump): number =>
  order.indexOf(one) - order.indexOf(other);

/** The biggest of them; `none` when there are none. */
export const largest = (bumps: Iterable<Bump>): Bump =>
  [...bumps].reduce((most, one) => (compareBumps(one, most) > 0 ? one : most), 'none');

/** Whether a version is a release candidate or another pre-release. */
export const isPreRelease = (version: string): boolean =>
  (semver.prerelease(version) ?? []).length > 0;

/**
 * The smallest version that a change of this size may carry after `version`. After a pre-release
 * that is the next of its count:
 * `1.0.0-rc.1` is followed by `1.0.0-rc.2`, however big the change.
 *
 * @throws {TypeError} when `version` is not semver
 */
export function nextVersion(version: string, bump: Bump): string {
  if (bump === 'none') return version;
  const next = semver.inc(version, isPreRelease(version) ? 'prerelease' : bump);
  if (next === null) throw new TypeError(`'${version}' is not a semantic version.`);
  return next;
}

/**
 * Whether `version` is far enough from `released` for a change of this size. A pre-release counts
 * as the version that it leads to.
 */
export function reaches(version: string, released: string, bump: Bump): boolean {
  const target =
    isPreRelease(version) && !isPreRelease(released)
      ? (semver.coerce(version)?.version ?? version)
      : version;
  return semver.gte(target, nextVersion(released, bump));
}
