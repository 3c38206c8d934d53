import { ProblemError } from '@delivery-api/sandbox';

/** Returns the problem for a method that a path does not support. HEAD is allowed if GET is. */
export function methodNotAllowed(
  methods: Iterable<string>,
  method: string | undefined,
): ProblemError {
  const allowed = [...methods]
    .map((known) => known.toUpperCase())
    .flatMap((known) => (known === 'GET' ? ['GET', 'HEAD'] : [known]));
  return new ProblemError(
    'method_not_allowed',
    `This path does not support ${method}. Supported methods: ${allowed.join(', ')}.`,
    { headers: { Allow: allowed.join(', ') } },
  );
}
