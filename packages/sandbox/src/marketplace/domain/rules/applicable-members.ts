import type { ProblemItem } from '../../../kernel/problem-error.ts';

/**
 * Checks that a request for a status has no member of another status.
 *
 * @param statuses the statuses of each member that does not apply to all
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
