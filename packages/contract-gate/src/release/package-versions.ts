import semver from 'semver';
import { type Bump, nextVersion } from '../diff/comparison/bump.ts';
import type { Repository } from '../repository/repository.ts';
import {
  type ContractSource,
  dependencyKinds,
  type Manifest,
  type Workspace,
} from './workspaces.ts';

type Versions = ReadonlyMap<string, string>;

/**
 * Returns the version of a generated package after a release. It is the version of the contract,
 * unless changes of the package itself already reached or passed it; then it is the next version
 * for the bump of the contract.
 *
 * @param recorded version of the contract that the package was generated from; undefined before the
 * first release
 */
export function packageVersion(
  current: string,
  contract: string,
  bump: Bump,
  recorded: string | undefined,
): string {
  const isUnchanged = contract === current && (recorded === undefined || recorded === contract);
  if (isUnchanged || semver.gt(contract, current)) return contract;
  return nextVersion(current, bump === 'none' ? 'patch' : bump);
}

/**
 * Returns the package.json files and the lock file with new versions: those of the packages, and
 * those of dependencies on exactly the old version. Keeps the formatting of each package.json.
 *
 * @param versions new version by package name
 * @param contract source of the packages, recorded in each of them
 * @returns contents by path; changed files only
 */
export function setVersions(
  repository: Repository,
  all: readonly Workspace[],
  versions: Versions,
  contract: ContractSource,
): Map<string, string> {
  const files = new Map<string, string>();
  const oldVersions = new Map(all.map(({ manifest }) => [manifest.name, manifest.version]));
  for (const { folder, manifest } of all) {
    const file = `${folder}/package.json`;
    const before = repository.read(file);
    let text = before;
    for (const [name, version] of versions)
      text = text.replaceAll(`"${name}": "${oldVersions.get(name)}"`, `"${name}": "${version}"`);
    const version = versions.get(manifest.name);
    if (version !== undefined)
      text = setContract(
        text.replace(`"version": "${manifest.version}"`, `"version": "${version}"`),
        contract,
      );
    if (text !== before) files.set(file, text);
  }
  if (repository.exists('package-lock.json')) {
    const lock = lockFile(repository, all, versions);
    if (lock !== repository.read('package-lock.json')) files.set('package-lock.json', lock);
  }
  return files;
}

/** Sets the `contract` member of a package.json, after `version` if it is new. */
function setContract(text: string, contract: ContractSource): string {
  const members = Object.entries(contract).map(
    ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const block = `"contract": {\n${members.join(',\n')}\n  }`;
  const existing = /"contract": \{[^}]*\}/;
  return existing.test(text)
    ? text.replace(existing, block)
    : text.replace(/^( {2}"version": "[^"]*",?)$/m, `$1\n  ${block},`);
}

function lockFile(repository: Repository, all: readonly Workspace[], versions: Versions): string {
  const content = repository.readJson<{ packages: Record<string, Manifest> }>('package-lock.json');
  const names = new Map(all.map(({ folder, manifest }) => [folder, manifest.name]));
  const packages = Object.entries(content.packages).map(([path, entry]) => {
    const name = names.get(path);
    if (name === undefined) return [path, entry];
    const version = versions.get(name);
    return [path, setDependencies(version === undefined ? entry : { ...entry, version }, versions)];
  });
  return `${JSON.stringify({ ...content, packages: Object.fromEntries(packages) }, null, 2)}\n`;
}

/** Sets the versions of exact dependencies; ranges stay. */
function setDependencies(manifest: Manifest, versions: Versions): Manifest {
  const updated = { ...manifest };
  for (const kind of dependencyKinds) {
    const ranges = manifest[kind];
    if (ranges === undefined) continue;
    updated[kind] = Object.fromEntries(
      Object.entries(ranges).map(([name, range]) => [
        name,
        semver.valid(range) === null ? range : (versions.get(name) ?? range),
      ]),
    );
  }
  return updated;
}
