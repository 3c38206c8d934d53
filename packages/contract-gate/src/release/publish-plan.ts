import { basename } from 'node:path';
import { isPreRelease } from '../diff/comparison/bump.ts';
import {
  documentFile,
  preReleaseFile,
  readHashes,
  releasedFolder,
} from '../documents/release-hashes.ts';
import { GateError } from '../repository/errors.ts';
import { interfaceNames, type Repository } from '../repository/repository.ts';
import type { PackageBuilder } from './package-content.ts';
import { type ContractSource, contractSources, publicPackages } from './workspaces.ts';

/** A public package to publish. */
export interface PlannedPackage {
  folder: string;
  name: string;
  version: string;
  /**
   * npm dist-tag. Pre-releases use `next`, so that `npm install` without a version does not select
   * them.
   */
  tag: 'latest' | 'next';
  contracts: readonly ContractSource[];
}

export interface PlannedDocument {
  file: string;
  version: string;
  sha256: string;
}

export interface PublishPlan {
  /** Packages in publishing order: dependencies before the packages that need them. */
  packages: PlannedPackage[];
  documents: PlannedDocument[];
}

/**
 * Lists everything that a release publishes.
 *
 * @throws {GateError} if no contract is released, a package is not built or not released, or its
 * content or contract differs from the release
 */
export async function planPublish(
  repository: Repository,
  builder: PackageBuilder,
): Promise<PublishPlan> {
  const { documents, packages } = readHashes(repository);
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
      'No contract is released yet, so there is nothing to publish. Run `npm run release` first.',
    );
  const planned: PlannedPackage[] = [];
  for (const { folder, manifest } of publicPackages(repository)) {
    const { name, version } = manifest;
    const contracts = contractSources(manifest);
    const recorded = packages[name];
    if (recorded?.version !== version)
      throw new GateError(
        `${name} ${version} is not released. Run \`npm run release\`, and commit the files that it writes.`,
      );
    if (recorded.sha256 !== (await builder.contentHash(folder)))
      throw new GateError(
        `${folder} was not built from the released content of ${version}. Check out the release commit, and run \`npm ci\` and \`npm run build\`.`,
      );
    for (const contract of contracts)
      if (released.find(({ file }) => file === contract.document)?.sha256 !== contract.sha256)
        throw new GateError(
          `${folder}/package.json refers to ${contract.document} ${contract.version}, but ${releasedFolder}/ contains a different document. Restore both with \`git checkout origin/main -- ${folder}/package.json ${releasedFolder}\`.`,
        );
    planned.push({
      folder,
      name,
      version,
      tag: isPreRelease(version) ? 'next' : 'latest',
      contracts,
    });
  }
  return { packages: planned, documents: released };
}

/**
 * Checks that a tag such as `lastmile@1.0.0` matches a released document. Also accepts each tag of
 * the form `release@YYYY-MM-DD`, which marks a release that contains only packages.
 *
 * @throws {GateError} if no released document has the interface and version of the tag
 */
export function checkTag(tag: string, { documents }: PublishPlan): void {
  const tags = documents.map(({ file, version }) => `${basename(file).split('.')[0]}@${version}`);
  if (/^release@\d{4}-\d{2}-\d{2}$/.test(tag) || tags.includes(tag)) return;
  throw new GateError(
    `The tag ${tag} does not match this commit, which contains ${tags.join(' and ')}. Delete the tag, and tag the release commit.`,
  );
}
