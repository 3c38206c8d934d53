import { ProblemError } from '../../../kernel/problem-error.ts';

/** @throws {ProblemError} `revision_conflict` if the request expects a different revision */
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
