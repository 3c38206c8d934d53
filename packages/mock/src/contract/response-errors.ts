import type { ProblemError } from '@delivery-api/sandbox';
import type { Contract, Operation } from '@delivery-api/specs/contract';

/**
 * Returns the violations in a problem that the mock created: a code that the contract does not
 * define or the operation does not document, undocumented headers, and missing members and headers.
 * Accepts codes with the scope `server`, which any operation can return without documenting them.
 */
export function problemFindings(
  contract: Contract,
  operation: Operation,
  { code, members, headers, errors }: ProblemError,
): string[] {
  const entry = contract.problems.get(code);
  if (entry === undefined) return [`the code ${code} is not in the catalog`];
  const response = operation.responses.find(({ codes }) => codes.includes(code));
  if (response === undefined)
    return entry.scope === 'server'
      ? []
      : [`the code ${code} is not documented for ${operation.id}`];
  const given = { ...members, ...(errors.length > 0 && { errors }) };
  const missingMembers = entry.extensions.filter((name) => !Object.hasOwn(given, name));
  const missingHeaders = response.headers.filter(
    ({ name, required }) => required && name !== 'Request-Id' && headers[name] === undefined,
  );
  const known = response.headers.map(({ name }) => name);
  const unknown = Object.keys(headers).filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => `header ${name} is not documented`),
    ...missingMembers.map((name) => `the member ${name} of the problem ${code} is missing`),
    ...missingHeaders.map(({ name }) => `header ${name} is missing`),
  ];
}
