import type { ClientOptions, TokenRequest } from '../options/client-options.js';

/**
 * Asks a token function on behalf of all calls of a client. Its methods throw a `TypeError` when no
 * token is given.
 */
export interface Tokens {
  /** The current token. Calls that ask at the same time share one answer. */
  get(): Promise<string>;
  /**
   * Another token after the service refused this one. Calls that were refused together share it.
   */
  renew(refused: string): Promise<string>;
  /** Stops waiting for an answer that takes too long, so that the next call asks anew. */
  forget(): void;
}

/** Where calls get their bearer token from, when it is a function that gives it. */
export function tokensOf(token: Exclude<ClientOptions['token'], string>): Tokens {
  let current: string | undefined;
  const asking: Shared = {};
  const renewing: Shared = {};
  const share = (shared: Shared, request: TokenRequest): Promise<string> => {
    shared.answer ??= Promise.resolve(request)
      .then(token)
      .then((given) => {
        current = checked(given);
        return current;
      })
      .finally(() => {
        delete shared.answer;
      });
    return shared.answer;
  };
  return {
    get: async () => renewing.answer ?? share(asking, {}),
    renew: async (refused) =>
      current !== undefined && current !== refused ? current : share(renewing, { refused }),
    forget() {
      delete asking.answer;
      delete renewing.answer;
    },
  };
}

/** What calls that ask at the same time wait for together. */
interface Shared {
  answer?: Promise<string>;
}

/**
 * A token that can stand in a header. The complaint does not repeat it.
 *
 * @throws {TypeError} when it is none
 */
export function checked(token: unknown): string {
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    throw new TypeError(
      'token has to be a bearer token of visible ASCII characters, or a function that gives one. Nothing was sent.',
    );
  }
  return token;
}
