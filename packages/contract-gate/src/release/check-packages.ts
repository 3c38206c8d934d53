import { readHashes } from '../documents/release-hashes.ts';
import type { Violation } from '../gate/violation.ts';
import type { Repository } from '../repository/repository.ts';
import { readChangesets } from './changesets.ts';
import type { PackageBuilder } from './package-content.ts';
import { containedInterfaces, contractSources, publicPackages } from './workspaces.ts';

/**
 * Checks that the content of a released package is unchanged, unless its version or a changeset
 * announces a new release, and that its `contract` matches a released document. A package that is
 * built from an unreleased contract gets its version with the release of the contract.
 *
 * @param unreleased interfaces whose contract has changed since its release
 */
export async function checkPackages(
  repository: Repository,
  builder: PackageBuilder,
  unreleased: readonly string[],
): Promise<Violation[]> {
  const hashes = readHashes(repository);
  const all = publicPackages(repository);
  const changesets = readChangesets(
    repository,
    all.map(({ manifest }) => manifest.name),
  );
  const violations: Violation[] = [];
  for (const { folder, manifest } of all) {
    const { name, version } = manifest;
    const file = `${folder}/package.json`;
    const violation = (message: string) =>
      violations.push({
        check: 'package',
        message: `${file}: ${message}`,
        source: { file, line: 1 },
      });
    for (const { document, sha256 } of contractSources(manifest))
      if (
        !Object.entries(hashes.documents).some(
          ([one, known]) => document.endsWith(`/${one}`) && known.sha256 === sha256,
        )
      )
        violation(
          `\`contract\` does not match a released version of ${document}. Restore it with \`git checkout origin/main -- ${file}\`.`,
        );
    const released = hashes.packages[name];
    const isAnnounced =
      changesets.some(({ bumps }) => bumps.has(name)) ||
      containedInterfaces(name).some((one) => unreleased.includes(one));
    if (released?.version !== version || isAnnounced) continue;
    if (released.sha256 !== (await builder.contentHash(folder)))
      violation(
        `the content of ${name} has changed since ${version} was released. Add a file to .changeset/ with the package and its version bump. For an example, see CONTRIBUTING.md.`,
      );
  }
  return violations;
}
