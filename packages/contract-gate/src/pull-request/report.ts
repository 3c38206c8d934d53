import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contract } from '@delivery-api/specs/contract';
import type { Difference } from '../diff/comparison/change.ts';
import { compareDocuments } from '../diff/compare.ts';
import type { DocumentLoader } from '../documents/load-document.ts';
import { Failure } from '../repository/errors.ts';
import { checkInterface, checkRecords } from '../gate/check.ts';
import { redocly } from '../repository/redocly.ts';
import { interfaceNames, type Repository } from '../repository/repository.ts';

/**
 * What the comment on a pull request is made from. Passed between two workflows as JSON, so that
 * the one that may write runs no code of the change.
 */
export interface PullRequestReport {
  format: 1;
  interfaces: {
    /** What the pull request changes; undefined where the base branch has no such contract. */
    change: Difference | undefined;
    /** All that changed since the last release, this pull request included. */
    sinceRelease: Difference;
    /** `redocly score`, out of 100. */
    score: { before: number | undefined; after: number | undefined };
  }[];
  complaints: string[];
}

/**
 * Judges the working tree against a base branch and against the last release.
 *
 * @param baseRevision the commit that the pull request starts from
 */
export async function pullRequestReport(
  baseRevision: string,
  repository: Repository,
  loader: DocumentLoader,
  today: string,
): Promise<PullRequestReport> {
  const complaints = checkRecords(repository).map(({ message }) => message);
  const interfaces: PullRequestReport['interfaces'] = [];
  for (const name of interfaceNames) {
    const judgement = await checkInterface(name, repository, loader, today);
    complaints.push(...judgement.complaints.map(({ message }) => message));
    const before = await loader
      .named(`${baseRevision}:specs/${name}.yaml`, repository.root)
      .catch((error: unknown) => {
        if (error instanceof Failure) return undefined;
        throw error;
      });
    interfaces.push({
      change:
        before === undefined
          ? undefined
          : await compareDocuments(
              { ...before, label: 'base branch' },
              judgement.current,
              repository,
            ),
      sinceRelease: judgement.difference,
      score: {
        before: before && (await score(before.contract, repository)),
        after: await score(judgement.current.contract, repository),
      },
    });
  }
  return { format: 1, interfaces, complaints };
}

async function score({ document }: Contract, repository: Repository): Promise<number | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-score-'));
  try {
    const file = join(folder, 'document.json');
    writeFileSync(file, JSON.stringify(document));
    const finished = await redocly(
      ['score', file, '--format=json', `--config=${repository.path('redocly.yaml')}`],
      repository.root,
    );
    if (finished.status !== 0) return undefined;
    const { agentReadiness } = JSON.parse(finished.stdout) as { agentReadiness?: number };
    return agentReadiness;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
