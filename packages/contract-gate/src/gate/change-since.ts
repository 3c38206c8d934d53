import { compareDocuments } from '../diff/compare.ts';
import { compareBumps } from '../diff/comparison/bump.ts';
import type { Difference } from '../diff/comparison/change.ts';
import { changelogFile, parseChangelog } from '../documents/changelog.ts';
import type { LoadedDocument } from '../documents/document.ts';
import { resolveCommit } from '../documents/export-tree.ts';
import type { DocumentLoader } from '../documents/load-document.ts';
import { GateError } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { run } from '../repository/run.ts';
import type { GateResult } from './check.ts';
import type { Violation } from './violation.ts';

/** The changes of a pull request to one contract. */
export interface ContractChange {
  /** Contract of the base branch; undefined if it cannot be loaded. */
  base: LoadedDocument | undefined;
  /** Why `base` is undefined. */
  warning?: string;
  /** Changes since the base branch; undefined without `base`. */
  change: Difference | undefined;
  violations: Violation[];
}

/**
 * Compares a contract with the base branch of a pull request. For a minor or major change, the pull
 * request must also change the changelog entry of the version.
 *
 * @param revision the commit that the pull request is based on
 * @throws {UsageError} if the revision does not exist
 */
export async function changeSince(
  revision: string,
  { current, difference }: GateResult,
  repository: Repository,
  loader: DocumentLoader,
): Promise<ContractChange> {
  const { interface: name } = difference;
  await resolveCommit(repository, revision);
  const base = await loader
    .named(`${revision}:specs/${name}.yaml`, repository.root)
    .catch((error: unknown) => {
      if (error instanceof GateError) return error;
      throw error;
    });
  // A pull request can add a contract, or repair one that cannot be loaded.
  if (base instanceof GateError) {
    const warning = `${name} is not compared with ${revision}: ${base.message}`;
    return { base: undefined, warning, change: undefined, violations: [] };
  }
  const change = await compareDocuments({ ...base, label: 'base branch' }, current, repository);
  const file = changelogFile(name);
  const { stdout: before } = await run('git', ['show', `${revision}:${file}`], repository.root);
  const { version } = current.contract;
  const isDescribed =
    compareBumps(change.bump, 'minor') < 0 ||
    entryText(before, version) !== entryText(repository.readIfExists(file) ?? '', version);
  return {
    base,
    change,
    violations: isDescribed
      ? []
      : [
          {
            check: 'changelog',
            source: { file, line: 1 },
            message: `${file}: the entry for ${version} has not changed since ${revision}, but the contract has a ${change.bump} change: ${change.changes[0]?.what} Add a list item to the entry. \`npm run changelog -- ${name}\` prints a draft.`,
          },
        ],
  };
}

const entryText = (markdown: string, version: string): string | undefined =>
  parseChangelog(markdown).find((entry) => entry.version === version)?.text;
