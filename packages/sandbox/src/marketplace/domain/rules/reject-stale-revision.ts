import { ProblemError } from '../../../kernel/problem-error.ts';

/**
 * Rejects a request that expects a different revision.
 *
 * @throws {ProblemError} `revision_conflict`
 */
export function rejectStaleRevision(
  resource: 'order' | 'store',
  revision: number,
  status: string,
  expected: number | undefined,
): void {
  if (expected === undefined || expected === revision) return;
  throw new ProblemError(
    'revision_conflict',
    `You expected revision ${expected}, but the ${resource} is at revision ${revision}.`,
    { members: { current_revision: revision, current_status: status } },
  );
}
