import { type ProblemError, type ProblemItem, truncate } from '@delivery-api/sandbox';
import type { Contract, Json, JsonObject, ProblemEntry } from '@delivery-api/specs/contract';

/** Maximum number of entries in `Problem.errors`; `errors_truncated` marks a truncated list. */
const maxErrors = 1000;
const maxMessage = 500;
const maxDetail = 1000;
const maxInstance = 300;

/**
 * Converts an error into a problem document (RFC 9457): `type`, `title`, `status` and `retryable`
 * come from the error catalog of the contract.
 *
 * @param path the path of the request as sent; for an interface, relative to the base URL
 * @throws {Error} if the contract does not define the problem code
 */
export function toProblem(
  contract: Contract,
  error: ProblemError,
  requestId: string,
  path: string,
): JsonObject & { status: number } {
  const entry = entryOf(contract, error.code);
  return {
    type: `${contract.docsBase}/errors#${entry.code}`,
    title: entry.title,
    status: entry.status,
    detail: truncate(error.message, maxDetail),
    instance: uriReference(path),
    code: entry.code,
    request_id: requestId,
    retryable: entry.retryable,
    ...(error.errors.length > 0 && {
      errors: error.errors.slice(0, maxErrors).map(toErrorEntry),
    }),
    ...(error.errors.length > maxErrors && { errors_truncated: true }),
    ...error.members,
  };
}

function entryOf(contract: Contract, code: string): ProblemEntry {
  const entry = contract.problems.get(code);
  if (entry === undefined)
    throw new Error(`The contract '${contract.name}' does not define the problem code '${code}'.`);
  return entry;
}

const toErrorEntry = ({ message, ...place }: ProblemItem): Json => ({
  ...place,
  message: truncate(message, maxMessage),
});

function uriReference(path: string): string {
  if (path === '') return '/';
  const clean = path
    .replace(/%(?![0-9a-fA-F]{2})/g, '%25')
    .replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/g, encodeByte);
  return clean.length <= maxInstance ? clean : clean.slice(0, maxInstance).replace(/%.?$/, '');
}

// Node.js decodes the bytes of a path as Latin-1.
const encodeByte = (character: string): string =>
  `%${(character.charCodeAt(0) & 0xff).toString(16).toUpperCase().padStart(2, '0')}`;
