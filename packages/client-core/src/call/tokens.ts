import { InputError } from '../http/failures.js';
import type { TokenRequest } from '../options/client-options.js';

/** Requests tokens from a token function for all clients that use it. */
export interface TokenSource {
  /**
   * Requests the current token. Concurrent calls share one request. While a refresh is pending,
   * calls wait for its token.
   */
  get(): Promise<string>;
  /**
   * Returns a token to use instead of a rejected one: the current token if it differs from the
   * rejected one, otherwise a new token. Calls that need a new token at the same time share one
   * request.
   */
  refresh(rejected: string): Promise<string>;
  /** Drops pending requests after a timeout, so that the next call starts a new one. */
  dropPending(): void;
}

/**
 * Creates a token source. `get` and `refresh` reject with the error of the token function, or with
 * an `InputError` if the token is invalid.
 */
export function tokenSource(
  token: (request: TokenRequest) => string | Promise<string>,
): TokenSource {
  let current: string | undefined;
  const pending: { get?: Promise<string>; refresh?: Promise<string> } = {};
  const share = (kind: keyof typeof pending, request: TokenRequest): Promise<string> => {
    pending[kind] ??= Promise.resolve(request)
      .then(token)
      .then((given) => {
        current = checkToken(given);
        return current;
      })
      .finally(() => {
        delete pending[kind];
      });
    return pending[kind];
  };
  return {
    get: async () => pending.refresh ?? share('get', {}),
    refresh: async (rejected) =>
      current !== undefined && current !== rejected
        ? current
        : share('refresh', { refused: rejected }),
    dropPending() {
      delete pending.get;
      delete pending.refresh;
    },
  };
}

/**
 * Checks that a token can be sent in a header, and returns it. The error message never contains the
 * token.
 *
 * @throws {InputError} if the token is invalid
 */
export function checkToken(token: unknown): string {
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
    throw new InputError('token must be visible ASCII characters, or a function that returns them');
  return token;
}
