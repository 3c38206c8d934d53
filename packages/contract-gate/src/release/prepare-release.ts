import type { InterfaceName } from '@delivery-api/specs/contract';
import { readHashes } from '../documents/release-hashes.ts';
import type { GateResult } from '../gate/check.ts';
import type { Repository } from '../repository/repository.ts';
import { type Changeset, readChangesets, requestedBump } from './changesets.ts';
import {
  type FileChanges,
  type FrozenContract,
  freezeContract,
  isUnreleased,
} from './freeze-contract.ts';
import { addReleaseNotes } from './package-changelog.ts';
import type { PackageBuilder } from './package-content.ts';
import { setVersions } from './package-files.ts';
import { type PackageState, planVersions } from './version-plan.ts';
import {
  type ContractSource,
  containedInterfaces,
  contractSources,
  isGenerated,
  publicPackages,
  type Workspace,
  workspaces,
} from './workspaces.ts';

/**
 * The versions and files that a release writes. The package hashes are added after the packages are
 * built with their new versions.
 */
export interface Release {
  contracts: FrozenContract[];
  /** New versions of the packages that change, by name. */
  packages: Map<string, string>;
  files: FileChanges;
}

/**
 * Prepares a release of everything that has changed: contracts, packages and their dependents.
 * Writes nothing.
 *
 * @param results results of the gate, without violations
 * @param builder has built the packages of the working tree
 * @param today YYYY-MM-DD
 * @throws {GateError} if a contract has changed without a new version, or if a changeset is invalid
 */
export async function prepareRelease(
  results: readonly GateResult[],
  repository: Repository,
  builder: PackageBuilder,
  today: string,
): Promise<Release> {
  let hashes = readHashes(repository);
  const files: FileChanges = new Map();
  const contracts: FrozenContract[] = [];
  for (const result of results.filter((one) => isUnreleased(one, hashes))) {
    const frozen = freezeContract(result, repository, hashes, today);
    hashes = frozen.hashes;
    contracts.push(frozen);
    for (const [path, text] of frozen.files) files.set(path, text);
  }
  const all = publicPackages(repository);
  const changesets = readChangesets(
    repository,
    all.map(({ manifest }) => manifest.name),
  );
  const sources = sourcesOf(all, contracts);
  const states: PackageState[] = [];
  for (const workspace of all)
    states.push(
      stateOf(
        workspace,
        all,
        sources.get(workspace.manifest.name) ?? [],
        contracts,
        changesets,
        hashes.packages[workspace.manifest.name],
        await builder.contentHash(workspace.folder),
      ),
    );
  const plan = planVersions(states);
  const packages = new Map(
    [...plan].filter(([name, version]) => version !== hashes.packages[name]?.version),
  );
  for (const { folder, manifest } of all) {
    const version = packages.get(manifest.name);
    if (version === undefined) continue;
    const contained = containedInterfaces(manifest.name);
    files.set(
      `${folder}/CHANGELOG.md`,
      addReleaseNotes(repository.readIfExists(`${folder}/CHANGELOG.md`), {
        packageName: manifest.name,
        version,
        date: today,
        contracts: contracts.filter((one) => contained.includes(one.interface)),
        changesets: changesets.filter(({ bumps }) => bumps.has(manifest.name)),
        dependencies: Object.keys(manifest.dependencies ?? {}).flatMap((name) => {
          const next = packages.get(name);
          return next === undefined ? [] : [`${name}@${next}`];
        }),
      }),
    );
  }
  for (const [path, text] of setVersions(repository, workspaces(repository), packages, sources))
    files.set(path, text);
  for (const { file } of changesets) files.set(file, null);
  return { contracts, packages, files };
}

/** Returns the released contracts that each package is built from after this release. */
function sourcesOf(
  all: readonly Workspace[],
  frozen: readonly FrozenContract[],
): Map<string, ContractSource[]> {
  const known = new Map<InterfaceName, ContractSource>();
  for (const { manifest } of all)
    for (const [index, name] of containedInterfaces(manifest.name).entries()) {
      const source = contractSources(manifest)[index];
      if (source !== undefined) known.set(name, source);
    }
  for (const { interface: name, source } of frozen) known.set(name, source);
  return new Map(
    all.map(({ manifest }) => [
      manifest.name,
      containedInterfaces(manifest.name).flatMap((name) => known.get(name) ?? []),
    ]),
  );
}

function stateOf(
  { manifest }: Workspace,
  all: readonly Workspace[],
  sources: readonly ContractSource[],
  frozen: readonly FrozenContract[],
  changesets: readonly Changeset[],
  released: { version: string; sha256: string } | undefined,
  hash: string,
): PackageState {
  const { name, version, dependencies = {} } = manifest;
  return {
    name,
    version,
    released: released?.version,
    isChanged: released !== undefined && released.sha256 !== hash,
    requested: requestedBump(changesets, name),
    isGenerated: isGenerated(name),
    contracts: sources.map((source) => ({
      version: source.version,
      bump: frozen.find((one) => one.source.document === source.document)?.bump ?? 'none',
    })),
    dependencies: all
      .map((one) => one.manifest.name)
      .filter((other) => other !== name && other in dependencies),
  };
}
