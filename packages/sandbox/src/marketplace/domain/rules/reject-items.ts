import { ProblemError, type ProblemItem } from '../../../kernel/problem-error.ts';

/**
 * Rejects a request or data that has errors.
 *
 * @param subject the kind of value that has the errors, for the detail of the problem
 * @throws {ProblemError} `validation_failed` unless `errors` is empty
 */
export function rejectItems(errors: readonly ProblemItem[], subject: 'body' | 'data'): void {
  if (errors.length === 0) return;
  const [{ pointer = '', message } = { message: '' }] = errors;
  const detail =
    errors.length === 1
      ? `${pointer}${subject === 'data' ? ':' : ''} ${message}.`
      : `${errors.length} fields of the ${subject} need attention.`;
  throw new ProblemError('validation_failed', detail, { errors: [...errors] });
}

/** Returns the problem for a single member of a request. */
export const invalidMember = (pointer: string, code: string, message: string): ProblemError =>
  new ProblemError('validation_failed', `${pointer} ${message}.`, {
    errors: [{ pointer, code, message }],
  });
