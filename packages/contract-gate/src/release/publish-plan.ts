import semver from 'semver';
import { isPreRelease } from '../diff/comparison/bump.ts';
import {
  documentFile,
  preReleaseFile,
  readHashes,
  releasedFolder,
} from '../documents/release-hashes.ts';
import { GateError } from '../repository/errors.ts';
import { interfaceNames, type Repository } from '../repository/repository.ts';
import { type ContractSource, type Workspace, workspaces } from './workspaces.ts';

/** A public package to publish. */
export interface PlannedPackage {
  folder: string;
  name: string;
  version: string;
  /** npm tag. Pre-releases are `next`, so that an install without a version ignores them. */
  tag: 'latest' | 'next';
  contract: ContractSource | undefined;
}

export interface PlannedDocument {
  file: string;
  version: string;
  sha256: string;
}

export interface PublishPlan {
  /** Dependencies before the packages that need them. */
  packages: PlannedPackage[];
  documents: PlannedDocument[];
}

/**
 * Lists everything that a release publishes.
 *
 * @throws {GateError} when no contract is released, or a package is not built or does not match
 * the released document
 */
export function planPublish(repository: Repository): PublishPlan {
  const { documents } = readHashes(repository);
  const released = interfaceNames
    .flatMap((name) => [documentFile(name), preReleaseFile(name)])
    .flatMap((file): PlannedDocument[] => {
      const known = documents[file];
      return known === undefined
        ? []
        : [{ file: `${releasedFolder}/${file}`, version: known.version, sha256: known.sha256 }];
    });
  if (released.length === 0)
    throw new GateError(
      'No contract is released yet, so there is nothing to publish. Start with `npm run release:contract -- lastmile`.',
    );
  const publicPackages = workspaces(repository).filter(({ manifest }) => manifest.private !== true);
  return {
    packages: dependenciesFirst(publicPackages).map((workspace) =>
      planPackage(repository, workspace, released),
    ),
    documents: released,
  };
}

/** Sorts so that the dependencies of a package are published before it. */
function dependenciesFirst(all: readonly Workspace[]): Workspace[] {
  const ordered = new Set<Workspace>();
  const add = (workspace: Workspace): void => {
    const dependencies = workspace.manifest.dependencies ?? {};
    for (const other of all)
      if (other !== workspace && other.manifest.name in dependencies && !ordered.has(other))
        add(other);
    ordered.add(workspace);
  };
  for (const workspace of all) add(workspace);
  return [...ordered];
}

function planPackage(
  repository: Repository,
  { folder, manifest }: Workspace,
  documents: PlannedDocument[],
): PlannedPackage {
  const { name, version, contract } = manifest;
  if (semver.valid(version) === null)
    throw new GateError(`${folder}/package.json: '${version}' is not a semantic version. Fix it.`);
  if (!repository.exists(`${folder}/dist`))
    throw new GateError(`${folder} is not built. Run \`npm run build\` first.`);
  const released = documents.find(({ file }) => file === contract?.document);
  if (contract !== undefined && released?.sha256 !== contract.sha256)
    throw new GateError(
      `${folder}/package.json names ${contract.document} ${contract.version} as its source, but that document has changed. Release the contract again with \`npm run release:contract\`.`,
    );
  return { folder, name, version, tag: isPreRelease(version) ? 'next' : 'latest', contract };
}
