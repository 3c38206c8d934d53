import { errorSummary, ProblemError } from '@delivery-api/sandbox';
import type { Operation } from '@delivery-api/specs/contract';
import type { Match } from '../contract/router.ts';

/**
 * Returns the operation of a path for a method; `undefined` if the path does not support it. HEAD
 * is treated as GET.
 */
export function operationFor(
  { operations }: Match,
  method: string | undefined,
): Operation | undefined {
  const documented = method === 'HEAD' ? 'get' : method?.toLowerCase();
  for (const [known, operation] of operations) if (known === documented) return operation;
  return undefined;
}

/**
 * Returns the token in an `Authorization` header.
 *
 * @throws {ProblemError} `unauthenticated` without a bearer token
 */
export function bearerToken(authorization: string | undefined): string {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (token !== undefined) return token;
  const detail =
    authorization === undefined
      ? 'The Authorization header is missing'
      : 'The Authorization header does not have the format `Bearer <token>`';
  throw new ProblemError('unauthenticated', `${detail}; send \`Authorization: Bearer <token>\`.`, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/**
 * Returns the decoded path parameters. Prism would fail for invalid percent-encoding.
 *
 * @throws {ProblemError} `invalid_parameter` for invalid percent-encoding
 */
export function decodedParameters({ parameters }: Match): Map<string, string> {
  const decoded = new Map<string, string>();
  for (const [parameter, value] of parameters) {
    if (value === undefined) {
      const errors = [{ parameter, code: 'encoding', message: 'is not valid percent-encoding' }];
      throw new ProblemError('invalid_parameter', errorSummary(errors), { errors });
    }
    decoded.set(parameter, value);
  }
  return decoded;
}
