import type { ProblemItem } from '../../../kernel/problem-error.ts';

/**
 * Returns an error for each request member that is not accepted with the requested status.
 *
 * @param statuses the statuses with which each conditional member is accepted
 */
export const inapplicableMembers = (
  request: { status: string },
  statuses: Readonly<Record<string, readonly string[]>>,
): ProblemItem[] =>
  Object.entries(statuses)
    .filter(([member, allowed]) => member in request && !allowed.includes(request.status))
    .map(([member]) => ({
      pointer: `/${member}`,
      code: 'not_applicable',
      message: `is not accepted with the status ${request.status}`,
    }));
