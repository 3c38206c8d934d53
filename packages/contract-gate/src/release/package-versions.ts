import semver from 'semver';
import { type Bump, nextVersion } from '../diff/comparison/bump.ts';
import type { Repository } from '../repository/repository.ts';
import { dependencyKinds, type Manifest, type Workspace } from './workspaces.ts';

/**
 * The version of a generated package after a release: that of the contract, unless changes of its
 * own have taken it there or past it already; then
 * it moves on by as much as the contract did.
 *
 * @param recorded the version of the contract that the package came from until now; undefined
 * before the first release
 */
export function packageVersion(
  current: string,
  contract: string,
  bump: Bump,
  recorded: string | undefined,
): string {
  const sameAgain = contract === current && (recorded === undefined || recorded === contract);
  if (sameAgain || semver.gt(contract, current)) return contract;
  return nextVersion(current, bump === 'none' ? 'patch' : bump);
}

/**
 * The package.json files, and the lock file, with new versions: those of the packages themselves,
 * and wherever another workspace asks
 * for exactly the old one. The layout of each package.json stays as it is.
 *
 * @param versions new version by package name
 * @param contract what the packages are generated from; recorded in each of them
 * @returns contents by path; only what changes
 */
export function withVersions(
  repository: Repository,
  all: readonly Workspace[],
  versions: ReadonlyMap<string, string>,
  contract: NonNullable<Manifest['contract']>,
): Map<string, string> {
  const files = new Map<string, string>();
  const old = new Map(all.map(({ manifest }) => [manifest.name, manifest.version]));
  for (const { folder, manifest } of all) {
    const file = `${folder}/package.json`;
    const before = repository.read(file);
    const version = versions.get(manifest.name);
    let text = before;
    for (const [name, next] of versions)
      text = text.replaceAll(`"${name}": "${old.get(name)}"`, `"${name}": "${next}"`);
    if (version !== undefined)
      text = withContract(
        text.replace(`"version": "${manifest.version}"`, `"version": "${version}"`),
        contract,
      );
    if (text !== before) files.set(file, text);
  }
  const lock = lockFile(repository, all, versions);
  if (lock !== undefined) files.set('package-lock.json', lock);
  return files;
}

/** A package.json that says what the package is generated from, right below its version. */
function withContract(text: string, contract: NonNullable<Manifest['contract']>): string {
  const members = Object.entries(contract).map(
    ([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  const block = `"contract": {\n${members.join(',\n')}\n  }`;
  return /"contract": \{[^}]*\}/.test(text)
    ? text.replace(/"contract": \{[^}]*\}/, block)
    : text.replace(/^( {2}"version": "[^"]*",?)$/m, `$1\n  ${block},`);
}

function lockFile(
  repository: Repository,
  all: readonly Workspace[],
  versions: ReadonlyMap<string, string>,
): string | undefined {
  const file = 'package-lock.json';
  if (!repository.exists(file)) return undefined;
  const content = repository.readJson<{ packages: Record<string, Manifest> }>(file);
  const names = new Map(all.map(({ folder, manifest }) => [folder, manifest.name]));
  const packages = Object.entries(content.packages).map(([path, entry]) => {
    const name = names.get(path);
    if (name === undefined) return [path, entry];
    const version = versions.get(name);
    return [
      path,
      withDependencies(version === undefined ? entry : { ...entry, version }, versions),
    ];
  });
  const text = `${JSON.stringify({ ...content, packages: Object.fromEntries(packages) }, null, 2)}\n`;
  return text === repository.read(file) ? undefined : text;
}

function withDependencies(manifest: Manifest, versions: ReadonlyMap<string, string>): Manifest {
  const updated = { ...manifest };
  for (const kind of dependencyKinds) {
    const wanted = manifest[kind];
    if (wanted === undefined) continue;
    updated[kind] = Object.fromEntries(
      Object.entries(wanted).map(([name, range]) => [
        name,
        semver.valid(range) === null ? range : (versions.get(name) ?? range),
      ]),
    );
  }
  return updated;
}
