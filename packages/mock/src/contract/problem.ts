import type { ProblemError, ProblemItem } from '@delivery-api/sandbox/kernel/problem-error.ts';
import { shortened } from '@delivery-api/sandbox/kernel/text.ts';
import type { Contract, Json, JsonObject, ProblemEntry } from '@delivery-api/specs/contract';

/**
 * As many entries as `Problem.errors` takes; the rest is left out and `errors_truncated` says so.
 */
const maxFaults = 1000;
const maxMessage = 500;
const maxDetail = 1000;
const maxInstance = 300;

/**
 * Words a refusal as a problem of the contract (RFC 9457): `type`, `title`, `status` and
 * `retryable` come from its error catalogue.
 *
 * @param path the path of the request, as it was sent
 */
export function toProblem(
  contract: Contract,
  refusal: ProblemError,
  requestId: string,
  path: string,
): JsonObject & { status: number } {
  const entry = entryOf(contract, refusal.code);
  return {
    type: `${contract.docsBase}/errors#${entry.code}`,
    title: entry.title,
    status: entry.status,
    detail: shortened(refusal.message, maxDetail),
    instance: uriReference(path),
    code: entry.code,
    request_id: requestId,
    retryable: entry.retryable,
    ...(refusal.errors.length > 0 && {
      errors: refusal.errors.slice(0, maxFaults).map(faultMember),
    }),
    ...(refusal.errors.length > maxFaults && { errors_truncated: true }),
    ...refusal.members,
  };
}

function entryOf(contract: Contract, code: string): ProblemEntry {
  const entry = contract.problems.get(code);
  if (entry === undefined)
    throw new Error(`The contract '${contract.name}' knows no problem '${code}'.`);
  return entry;
}

const faultMember = ({ message, ...place }: ProblemItem): Json => ({
  ...place,
  message: shortened(message, maxMessage),
});

function uriReference(path: string): string {
  if (path === '') return '/';
  const clean = path
    .replace(/%(?![0-9a-fA-F]{2})/g, '%25')
    .replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/%]/g, encodeByte);
  return clean.length <= maxInstance ? clean : clean.slice(0, maxInstance).replace(/%.?$/, '');
}

// Node hands on the bytes of a path as Latin-1.
const encodeByte = (character: string): string =>
  `%${(character.charCodeAt(0) & 0xff).toString(16).toUpperCase().padStart(2, '0')}`;
