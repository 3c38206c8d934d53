import type { InterfaceName, Operation } from '@delivery-api/specs/contract';
import { ProblemError } from './problem-error.ts';

/**
 * Checks a token of the sandbox: any `test_…` is valid for every tenant with every permission,
 * unless it begins with `test_expired`, `test_readonly` or `test_other`.
 *
 * @throws {ProblemError} the 401 or 403 that the contract documents
 */
export function checkToken(name: InterfaceName, operation: Operation, token: string): void {
  if (token.startsWith('live_')) {
    throw unauthenticated(
      'A live token was sent to a sandbox. Use a token that begins with test_ here, and keep live tokens to production.',
    );
  }
  if (!token.startsWith('test_'))
    throw unauthenticated('The sandbox takes tokens that begin with test_, such as test_token.');
  if (token.startsWith('test_expired')) {
    throw new ProblemError('token_expired', 'This token stands for one that has expired.', {
      headers: {
        'WWW-Authenticate':
          'Bearer error="invalid_token", error_description="The token has expired"',
      },
    });
  }
  // Only Lastmile has a tenant in its path. In Marketplace, resources of other tenants do not exist
  // (see `isForeign`).
  if (isForeign(token) && name === 'lastmile') {
    throw new ProblemError(
      'partner_mismatch',
      'This token belongs to another partner than the one in the path.',
    );
  }
  const [missing] = token.startsWith('test_readonly')
    ? operation.permissions.filter((permission) => permission.endsWith(':write'))
    : [];
  if (missing !== undefined) {
    throw new ProblemError(
      'insufficient_permission',
      `This token may only read; ${operation.id} needs ${missing}.`,
      {
        members: { required_permission: missing },
        headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${missing}"` },
      },
    );
  }
}

/** Whether a token belongs to another tenant, which has no data in this sandbox. */
export const isForeign = (token: string): boolean => token.startsWith('test_other');

const unauthenticated = (detail: string): ProblemError =>
  new ProblemError('unauthenticated', detail, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
