import type { InterfaceName, Operation } from '@delivery-api/specs/contract';
import { ProblemError } from './problem-error.ts';

/** The workspace of tokens without a workspace name. */
export const defaultWorkspace = 'default';

const workspacePattern = /^[a-z0-9-]{1,40}$/;

/** Returns whether a string is a workspace name: 1 to 40 characters from `a-z`, `0-9` and `-`. */
export const isWorkspaceName = (name: string): boolean => workspacePattern.test(name);

/** The parts of a sandbox token: `test_[<workspace>.]<identity>`. */
export interface TestToken {
  workspace: string;
  /**
   * The owner of the token. The prefix `expired` simulates an expired token, `readonly` a token
   * without write permissions, and `other` a token of a different partner or integration.
   */
  identity: string;
}

/** Returns the parts of a token; `undefined` if it is not a valid sandbox token. */
export function parseToken(token: string): TestToken | undefined {
  if (!token.startsWith('test_')) return undefined;
  const text = token.slice('test_'.length);
  const dot = text.indexOf('.');
  if (dot < 0) return { workspace: defaultWorkspace, identity: text };
  const workspace = text.slice(0, dot);
  return isWorkspaceName(workspace) ? { workspace, identity: text.slice(dot + 1) } : undefined;
}

/** Returns the identity of a token that `checkToken` has accepted. */
export const identityOf = (token: string): string => parseToken(token)?.identity ?? '';

/**
 * Checks that a sandbox token is valid and, in Lastmile, belongs to the partner in the path. Every
 * `test_[<workspace>.]<identity>` passes, unless the identity begins with `expired` or, in
 * Lastmile, with `other`.
 *
 * @throws {ProblemError} `unauthenticated`, `token_expired`, `partner_mismatch`
 */
export function checkToken(name: InterfaceName, token: string): void {
  if (token.startsWith('live_')) {
    throw unauthenticated(
      'The sandbox does not accept live tokens. Use a token with the prefix test_ here, and live tokens in production only.',
    );
  }
  if (!token.startsWith('test_'))
    throw unauthenticated(
      'The token is not a sandbox token. Use a token with the prefix test_, such as test_token.',
    );
  const parsed = parseToken(token);
  if (parsed === undefined) {
    throw unauthenticated(
      'The workspace in the token is invalid. Use test_<workspace>.<identity>; the workspace has 1 to 40 characters from a-z, 0-9 and -.',
    );
  }
  const { identity } = parsed;
  if (identity.startsWith('expired')) {
    throw new ProblemError(
      'token_expired',
      'The sandbox rejects tokens whose identity begins with expired. Use another token, such as test_token.',
      {
        headers: {
          'WWW-Authenticate':
            'Bearer error="invalid_token", error_description="The token has expired"',
        },
      },
    );
  }
  // Only Lastmile has a partner in its path. In Marketplace, a token has access only to
  // the stores of its integration.
  if (isForeign(token) && name === 'lastmile') {
    throw new ProblemError(
      'partner_mismatch',
      'The token does not belong to the partner in the path, because its identity begins with other. Use another token, such as test_token.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
    );
  }
}

/**
 * Checks that a token has the permissions of an operation. A valid token has only read permissions
 * if its identity begins with `readonly`, otherwise all permissions.
 *
 * @throws {ProblemError} `insufficient_permission`
 */
export function checkPermission(operation: Operation, token: string): void {
  const [missing] = identityOf(token).startsWith('readonly')
    ? operation.permissions.filter((permission) => permission.endsWith(':write'))
    : [];
  if (missing !== undefined) {
    throw new ProblemError(
      'insufficient_permission',
      `${operation.id} requires the permission ${missing}. The token has read permissions only, because its identity begins with readonly.`,
      {
        members: { required_permission: missing },
        headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${missing}"` },
      },
    );
  }
}

/** Returns whether a token simulates a different owner: its identity begins with `other`. */
export const isForeign = (token: string): boolean => identityOf(token).startsWith('other');

const unauthenticated = (detail: string): ProblemError =>
  new ProblemError('unauthenticated', detail, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  });
