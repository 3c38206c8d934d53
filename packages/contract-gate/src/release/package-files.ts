import semver from 'semver';
import type { Repository } from '../repository/repository.ts';
import {
  type ContractSource,
  dependencyKinds,
  type Manifest,
  type Workspace,
} from './workspaces.ts';

type Versions = ReadonlyMap<string, string>;

/**
 * Returns the package.json files and the lock file with the new versions of the packages. Also
 * updates dependencies on exactly the old version, and `contract` in each package.json. Keeps the
 * formatting of each package.json.
 *
 * @param versions new version by package name
 * @param contracts sources of each package that is built from contracts, by package name
 * @returns contents by path; changed files only
 */
export function setVersions(
  repository: Repository,
  all: readonly Workspace[],
  versions: Versions,
  contracts: ReadonlyMap<string, readonly ContractSource[]>,
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
      text = text.replace(`"version": "${manifest.version}"`, `"version": "${version}"`);
    const sources = contracts.get(manifest.name) ?? [];
    if (sources.length > 0) text = setContract(text, sources);
    if (text !== before) files.set(file, text);
  }
  if (repository.exists('package-lock.json')) {
    const lock = lockFile(repository, all, versions);
    if (lock !== repository.read('package-lock.json')) files.set('package-lock.json', lock);
  }
  return files;
}

/** Sets the `contract` member of a package.json, after `version` if it is new. */
function setContract(text: string, sources: readonly ContractSource[]): string {
  const value = JSON.stringify(sources.length === 1 ? sources[0] : sources, null, 2);
  const block = `"contract": ${value.replaceAll('\n', '\n  ')}`;
  const existing = /"contract": (?:\{[^}]*\}|\[[^\]]*\])/;
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

/** Sets the versions of exact dependencies. Version ranges do not change. */
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
