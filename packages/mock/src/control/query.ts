import { ProblemError } from '@delivery-api/sandbox/kernel/problem-error.ts';
import { summary } from '../contract/reject-violations.ts';

/**
 * Lets something be asked with the query of a request: each name once, a number where it looks like
 * one.
 *
 * @throws {ProblemError} `invalid_parameter` where a form would be `validation_failed`
 */
export function withQuery<Result>(
  query: string,
  ask: (values: Record<string, string | number>) => Result,
): Result {
  const values = [...new URLSearchParams(query)].map(
    ([name, value]) => [name, /^\d{1,9}$/.test(value) ? Number(value) : value] as const,
  );
  try {
    return ask(Object.fromEntries(values));
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'validation_failed') throw error;
    const faults = error.errors.map(({ pointer = '', code, message }) => ({
      parameter: pointer.slice(1),
      code,
      message,
    }));
    throw new ProblemError('invalid_parameter', summary(faults), { errors: faults });
  }
}
