import semver from 'semver';
import { isPreRelease } from '../diff/comparison/bump.ts';
import { Failure } from '../repository/errors.ts';
import { candidateFile, documentFile, readHashes, releasedFolder } from '../documents/release-hashes.ts';
import { type Workspace, workspaces } from './workspaces.ts';
import { interfaceNames, type Repository } from '../repository/repository.ts';

/** A package that is not private, and goes out as it is built. */
export interface PlannedPackage {
  folder: string;
  name: string;
  version: string;
  /** Pre-releases go out as `next`, so that nobody installs one without asking. */
  tag: 'latest' | 'next';
  contract: { document: string; version: string; sha256: string } | undefined;
}

export interface PlannedDocument {
  file: string;
  version: string;
  sha256: string;
}

export interface Plan {
  packages: PlannedPackage[];
  documents: PlannedDocument[];
}

/**
 * Everything that a release publishes.
 *
 * @throws {Failure} when no contract was released yet, a package was not built, or says that it
 * comes from another document than the frozen one
 */
export function plan(repository: Repository): Plan {
  const { documents } = readHashes(repository);
  const released = interfaceNames
    .flatMap((name) => [documentFile(name), candidateFile(name)])
    .flatMap((file): PlannedDocument[] => {
      const known = documents[file];
      return known === undefined
        ? []
        : [{ file: `${releasedFolder}/${file}`, version: known.version, sha256: known.sha256 }];
    });
  if (released.length === 0)
    throw new Failure(
      'No contract was released yet, so there is nothing to publish. Begin with `npm run release:contract -- lastmile`.',
    );
  const open = workspaces(repository).filter(({ manifest }) => manifest.private !== true);
  return {
    packages: dependenciesFirst(open).map((workspace) => planned(repository, workspace, released)),
    documents: released,
  };
}

/** So that at no moment a package is published whose dependencies are not. */
function dependenciesFirst(all: readonly Workspace[]): Workspace[] {
  const ordered = new Set<Workspace>();
  const add = (workspace: Workspace): void => {
    for (const other of all)
      if (
        other !== workspace &&
        other.manifest.name in (workspace.manifest.dependencies ?? {}) &&
        !ordered.has(other)
      )
        add(other);
    ordered.add(workspace);
  };
  for (const workspace of all) add(workspace);
  return [...ordered];
}

function planned(
  repository: Repository,
  { folder, manifest }: Workspace,
  documents: PlannedDocument[],
): PlannedPackage {
  const { name, version, contract } = manifest;
  if (semver.valid(version) === null)
    throw new Failure(`${folder}/package.json: '${version}' is no semantic version. Mend it.`);
  if (!repository.exists(`${folder}/dist`))
    throw new Failure(`${folder} has not been built. Run \`npm run build\` first.`);
  const frozen = documents.find(({ file }) => file === contract?.document);
  if (contract !== undefined && frozen?.sha256 !== contract.sha256) {
    throw new Failure(
      `${folder}/package.json says that it comes from ${contract.document} ${contract.version}, but that document is another one now. Release the contract again with \`npm run release:contract\`.`,
    );
  }
  return { folder, name, version, tag: isPreRelease(version) ? 'next' : 'latest', contract };
}
