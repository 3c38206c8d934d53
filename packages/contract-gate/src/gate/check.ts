import type { InterfaceName } from '@delivery-api/specs/contract';
import { compareDocuments } from '../diff/compare.ts';
import { compareBumps, isPreRelease } from '../diff/comparison/bump.ts';
import { type Difference, requiredBump, sortChanges } from '../diff/comparison/change.ts';
import { changelogFile } from '../documents/changelog.ts';
import type { LoadedDocument } from '../documents/document.ts';
import type { DocumentLoader } from '../documents/load-document.ts';
import { readHashes } from '../documents/release-hashes.ts';
import { releasedDocument } from '../documents/released-document.ts';
import { SourceLocator } from '../documents/source-locator.ts';
import type { Repository } from '../repository/repository.ts';
import { checkChangelog } from './changelog.ts';
import { checkDecisions, decisionsFile } from './decisions.ts';
import { checkReleasedFiles } from './released-files.ts';
import { checkSunset } from './sunset.ts';
import { typeChanges } from './type-compatibility/type-changes.ts';
import { checkVersion } from './version.ts';
import type { Violation } from './violation.ts';

/** Result of the gate for one interface. */
export interface GateResult {
  difference: Difference;
  current: LoadedDocument;
  violations: Violation[];
}

/** Checks that released decisions are unchanged and that `specs/released/` matches the releases. */
export function checkRecords(repository: Repository): Violation[] {
  const hashes = readHashes(repository);
  return [
    ...checkReleasedFiles(repository, hashes),
    ...checkDecisions(repository.readIfExists(decisionsFile) ?? '', hashes.decisions),
  ];
}

/**
 * Checks the contract in the working tree against the last release of the interface.
 *
 * @param today YYYY-MM-DD
 */
export async function checkInterface(
  name: InterfaceName,
  repository: Repository,
  loader: DocumentLoader,
  today: string,
): Promise<GateResult> {
  const [base, current] = [releasedDocument(repository, name), await loader.current(name)];
  const difference = await withTypeChanges(
    await compareDocuments(base, current, repository),
    base,
    current,
    repository,
  );
  const locator =
    current.sources === undefined ? undefined : new SourceLocator(current.sources, name);
  const stable =
    base !== undefined && !isPreRelease(base.contract.version) ? base.contract : undefined;
  return {
    difference,
    current,
    violations: [
      ...checkVersion(difference),
      ...checkChangelog(difference, repository.readIfExists(changelogFile(name))),
      ...checkSunset(stable, current.contract, today, (pointer) => locator?.find(pointer)),
    ],
  };
}

/**
 * Adds the changes that only the compiler detects. Compiles only if the largest change is minor: a
 * major change is allowed to break code, and a patch cannot break it.
 */
async function withTypeChanges(
  difference: Difference,
  base: LoadedDocument | undefined,
  current: LoadedDocument,
  repository: Repository,
): Promise<Difference> {
  if (base === undefined || compareBumps(difference.bump, 'minor') !== 0) return difference;
  const broken = await typeChanges(base.contract, current.contract, repository);
  const changes = sortChanges([
    ...broken.map((change) => ({ interface: difference.interface, ...change })),
    ...difference.changes,
  ]);
  return { ...difference, changes, bump: requiredBump(changes) };
}
