import { ProblemError, type ProblemItem } from '../../../kernel/problem-error.ts';
import { errorSummary } from '../../../validation/error-summary.ts';

/**
 * Rejects a request or data that has errors.
 *
 * @throws {ProblemError} `validation_failed` unless `errors` is empty
 */
export function rejectItems(errors: readonly ProblemItem[]): void {
  if (errors.length > 0)
    throw new ProblemError('validation_failed', errorSummary(errors), { errors: [...errors] });
}

/** Returns the problem for a single member of a request. */
export function invalidMember(pointer: string, code: string, message: string): ProblemError {
  const errors = [{ pointer, code, message }];
  return new ProblemError('validation_failed', errorSummary(errors), { errors });
}
