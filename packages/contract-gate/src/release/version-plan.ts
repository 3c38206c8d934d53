import semver from 'semver';
import { type Bump, isPreRelease, largestBump, nextVersion } from '../diff/comparison/bump.ts';

/** A contract that a package is built from. */
export interface PackagedContract {
  version: string;
  /** Bump of the contract in this release; `none` if the release has no new version of it. */
  bump: Bump;
}

/** The properties that determine the next version of a public package. */
export interface PackageState {
  name: string;
  /** Version in package.json. */
  version: string;
  /** Version of the last release; undefined before the first one. */
  released: string | undefined;
  /** Whether the packed content differs from the last release; false before the first one. */
  isChanged: boolean;
  /** Largest bump that a changeset requests for this package. */
  requested: Bump;
  /** Whether the package is generated from its contracts, so that its version follows theirs. */
  isGenerated: boolean;
  contracts: readonly PackagedContract[];
  /** Names of the public packages that this package depends on. */
  dependencies: readonly string[];
}

/**
 * Returns the version of each package after a release. A package gets a new version if its packed
 * content changes, if a changeset requests it, if one of its dependencies gets a new version, or if
 * it becomes stable.
 *
 * A package is a release candidate as long as a contract of the package, or of one of its
 * dependencies, is a release candidate. A package without contracts and dependencies becomes stable
 * with its first stable dependent and remains stable.
 *
 * @param packages dependencies before the packages that need them
 */
export function planVersions(packages: readonly PackageState[]): Map<string, string> {
  const byName = new Map(packages.map((one) => [one.name, one]));
  const isCandidate = candidates(packages, byName);
  const plan = new Map<string, { version: string; bump: Bump }>();
  for (const one of packages) {
    const bump = largestBump([
      ...(one.isChanged ? (['patch', ...one.contracts.map((each) => each.bump)] as const) : []),
      one.requested,
      ...one.dependencies.map((name) => plan.get(name)?.bump ?? 'none'),
    ]);
    const version = nextPackageVersion(one, bump, isCandidate.has(one.name));
    const isBumped = version !== one.released;
    plan.set(one.name, { version, bump: isBumped ? largestBump([bump, 'patch']) : 'none' });
  }
  return new Map([...plan].map(([name, { version }]) => [name, version]));
}

/** Returns the names of the packages that are release candidates after the release. */
function candidates(
  packages: readonly PackageState[],
  byName: ReadonlyMap<string, PackageState>,
): Set<string> {
  const hasCandidate = ({ contracts, dependencies }: PackageState): boolean =>
    contracts.some(({ version }) => isPreRelease(version)) ||
    dependencies.some((name) => {
      const dependency = byName.get(name);
      return dependency !== undefined && hasCandidate(dependency);
    });
  const stable = new Set<string>();
  const addStable = (one: PackageState): void => {
    stable.add(one.name);
    for (const name of one.dependencies) {
      const dependency = byName.get(name);
      if (dependency !== undefined) addStable(dependency);
    }
  };
  for (const one of packages) {
    const { contracts, dependencies, released } = one;
    const isBuiltFromContract = contracts.length > 0 || dependencies.length > 0;
    if (isBuiltFromContract ? !hasCandidate(one) : released && !isPreRelease(released))
      addStable(one);
  }
  return new Set(packages.map(({ name }) => name).filter((name) => !stable.has(name)));
}

function nextPackageVersion(
  { version, released, isGenerated, contracts }: PackageState,
  bump: Bump,
  isCandidate: boolean,
): string {
  const contract = isGenerated ? contracts[0]?.version : undefined;
  const base = released ?? version;
  const next = afterBase(base, released === undefined ? 'none' : bump, isCandidate);
  if (next === released) return next;
  return [contract, version].reduce<string>(
    (highest, other) =>
      other !== undefined && semver.gt(other, highest) && (isPreRelease(other) ? isCandidate : true)
        ? other
        : highest,
    next,
  );
}

function afterBase(base: string, bump: Bump, isCandidate: boolean): string {
  if (isPreRelease(base)) {
    if (isCandidate) return nextVersion(base, bump);
    return base.replace(/-.*$/, '');
  }
  if (bump === 'none' || !isCandidate) return nextVersion(base, bump);
  return semver.inc(base, `pre${bump}`, 'rc', '1') ?? base;
}
