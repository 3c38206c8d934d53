import type { InterfaceName } from '@delivery-api/specs/contract';
import { compareBumps, isPreRelease } from '../diff/comparison/bump.ts';
import { changelogFile } from '../documents/changelog.ts';
import { codeChanges } from './type-compatibility/type-changes.ts';
import { type Difference, neededBump, sortChanges } from '../diff/comparison/change.ts';
import { compareDocuments } from '../diff/compare.ts';
import type { LoadedDocument } from '../documents/document.ts';
import type { DocumentLoader } from '../documents/load-document.ts';
import { readHashes } from '../documents/release-hashes.ts';
import { releasedDocument } from '../documents/released-document.ts';
import type { Repository } from '../repository/repository.ts';
import { SourceLocator } from '../documents/source-locator.ts';
import { checkChangelog } from './changelog.ts';
import type { Complaint } from './violation.ts';
import { checkDecisions, decisionsFile } from './decisions.ts';
import { checkReleasedFiles } from './released-files.ts';
import { checkSunset } from './sunset.ts';
import { checkVersion } from './version.ts';

/** What the gate found out about one interface. */
export interface Judgement {
  difference: Difference;
  current: LoadedDocument;
  complaints: Complaint[];
}

/**
 * What holds for the repository as a whole: released files and released decisions are as they were.
 */
export function checkRecords(repository: Repository): Complaint[] {
  const hashes = readHashes(repository);
  return [
    ...checkReleasedFiles(repository, hashes),
    ...checkDecisions(
      repository.exists(decisionsFile) ? repository.read(decisionsFile) : '',
      hashes.decisions,
    ),
  ];
}

/**
 * Judges the contract of an interface as it lies in the working tree against its last release.
 *
 * @param today YYYY-MM-DD
 */
export async function checkInterface(
  name: InterfaceName,
  repository: Repository,
  loader: DocumentLoader,
  today: string,
): Promise<Judgement> {
  const [base, current] = [releasedDocument(repository, name), await loader.current(name)];
  const difference = await withCode(
    await compareDocuments(base, current, repository),
    base,
    current,
    repository,
  );
  const changelog = repository.exists(changelogFile(name))
    ? repository.read(changelogFile(name))
    : undefined;
  const locator =
    current.sources === undefined ? undefined : new SourceLocator(current.sources, name);
  const promised =
    base !== undefined && !isPreRelease(base.contract.version) ? base.contract : undefined;
  return {
    difference,
    current,
    complaints: [
      ...checkVersion(difference),
      ...checkChangelog(difference, changelog),
      ...checkSunset(promised, current.contract, today, (pointer) => locator?.find(pointer)),
    ],
  };
}

/**
 * A major change may break code, and one of words cannot; in between the compiler has to agree with
 * the difference of the documents.
 */
async function withCode(
  difference: Difference,
  base: LoadedDocument | undefined,
  current: LoadedDocument,
  repository: Repository,
): Promise<Difference> {
  if (base === undefined || compareBumps(difference.bump, 'minor') !== 0) return difference;
  const broken = await codeChanges(base.contract, current.contract, repository);
  const changes = sortChanges([
    ...broken.map((change) => ({ interface: difference.interface, ...change })),
    ...difference.changes,
  ]);
  return { ...difference, changes, bump: neededBump(changes) };
}
