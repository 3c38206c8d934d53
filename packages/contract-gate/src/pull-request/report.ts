import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '@delivery-api/specs/contract';
import type { Difference } from '../diff/comparison/change.ts';
import type { DocumentLoader } from '../documents/load-document.ts';
import { changeSince } from '../gate/change-since.ts';
import { checkInterface, checkRecords } from '../gate/check.ts';
import { redocly } from '../repository/redocly.ts';
import { interfaceNames, type Repository } from '../repository/repository.ts';
import { withTemporaryFolder } from '../repository/temporary-folder.ts';

/**
 * Input for the pull request comment. One workflow passes it to another as JSON, so that the
 * workflow with write permission does not run code from the pull request.
 */
export interface PullRequestReport {
  format: 1;
  interfaces: {
    /** Changes since the base branch; undefined if its contract cannot be loaded. */
    change: Difference | undefined;
    /** All changes since the last release, including the pull request. */
    sinceRelease: Difference;
    /**
     * Results of `redocly score` for the base branch and the pull request, 0 to 100; undefined if
     * there is no result.
     */
    score: { before: number | undefined; after: number | undefined };
  }[];
  /** Messages of the violations that the gate found, without its package checks. */
  complaints: string[];
}

/**
 * Compares the working tree with the base branch and with the last release.
 *
 * @param baseRevision commit that the pull request starts from
 */
export async function pullRequestReport(
  baseRevision: string,
  repository: Repository,
  loader: DocumentLoader,
  today: string,
): Promise<PullRequestReport> {
  const violations = checkRecords(repository);
  const interfaces: PullRequestReport['interfaces'] = [];
  for (const name of interfaceNames) {
    const result = await checkInterface(name, repository, loader, today);
    const { current, difference } = result;
    const {
      base,
      change,
      violations: undescribed,
    } = await changeSince(baseRevision, result, repository, loader);
    violations.push(...result.violations, ...undescribed);
    interfaces.push({
      change,
      sinceRelease: difference,
      score: {
        before: base && (await scoreOf(base.contract, repository)),
        after: await scoreOf(current.contract, repository),
      },
    });
  }
  return { format: 1, interfaces, complaints: violations.map(({ message }) => message) };
}

/** Returns the score of a contract; undefined if the Redocly CLI cannot calculate it. */
const scoreOf = ({ document }: Contract, repository: Repository): Promise<number | undefined> =>
  withTemporaryFolder('score', async (folder) => {
    const file = join(folder, 'document.json');
    writeFileSync(file, JSON.stringify(document));
    const { status, stdout } = await redocly(
      ['score', file, '--format=json', `--config=${repository.path('redocly.yaml')}`],
      repository.root,
    );
    if (status !== 0) return undefined;
    return (JSON.parse(stdout) as { agentReadiness?: number }).agentReadiness;
  });
