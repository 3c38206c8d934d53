import { errorSummary, ProblemError } from '@delivery-api/sandbox';

/**
 * Calls a function with the query parameters. Values that consist of 1 to 9 digits are converted to
 * numbers.
 *
 * @throws {ProblemError} `invalid_parameter` if the function throws `validation_failed`; other
 * errors of the function are unchanged
 */
export function withQuery<Result>(
  query: string,
  run: (values: Record<string, string | number>) => Result,
): Result {
  const values = [...new URLSearchParams(query)].map(
    ([name, value]) => [name, /^\d{1,9}$/.test(value) ? Number(value) : value] as const,
  );
  try {
    return run(Object.fromEntries(values));
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'validation_failed') throw error;
    const errors = error.errors.map(({ pointer = '', code, message }) => ({
      parameter: pointer.slice(1),
      code,
      message,
    }));
    throw new ProblemError('invalid_parameter', errorSummary(errors), { errors });
  }
}
