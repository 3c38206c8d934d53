import { afterAttempts, CallError, type CallFacts, retryAdvice } from './call-error.js';
import { isString } from './text.js';

/**
 * The client received no complete response, for example because the DNS lookup failed, or the
 * connection was refused or closed. `cause` is the error of the platform.
 */
export class ConnectionError extends CallError {
  static override readonly kind: string = 'ConnectionError';
  declare readonly name: 'ConnectionError';
  /** System error code, such as `ECONNREFUSED`, if the platform provides one. */
  declare readonly reason: string | undefined;

  constructor(facts: CallFacts, cause: unknown) {
    const reason = systemCode(cause);
    super(
      facts,
      `no complete response${facts.host ? ` from ${facts.host}` : ''}${reason ? ` (${reason})` : ''} ${afterAttempts(facts.attempts)}. ${retryAdvice(facts)}`,
      { cause },
    );
    Object.assign(this, { reason });
  }
}

/** An attempt, a call of the token function, or the whole call took too long. */
export class TimeoutError extends CallError {
  static override readonly kind: string = 'TimeoutError';
  declare readonly name: 'TimeoutError';
  /** Option that set the limit. */
  declare readonly limit: 'timeoutMs' | 'deadlineMs';
  /** Value of the limit, in milliseconds. */
  declare readonly limitMs: number;

  /** @param awaited what the call waited for; part of the message */
  constructor(
    facts: CallFacts,
    limit: 'timeoutMs' | 'deadlineMs',
    limitMs: number,
    awaited: string,
  ) {
    super(
      facts,
      `no ${awaited} within ${limit} (${limitMs}), ${afterAttempts(facts.attempts)}. ${retryAdvice(facts)}`,
    );
    Object.assign(this, { limit, limitMs });
  }
}

/**
 * Your `signal` aborted the call. `cause` is the reason of the signal. `name` is
 * `AbortError`, as in platform APIs.
 */
export class AbortedError extends CallError {
  static override readonly kind: string = 'AbortError';
  declare readonly name: 'AbortError';

  constructor(facts: CallFacts, cause: unknown) {
    super(facts, `aborted by the caller ${afterAttempts(facts.attempts)}. ${retryAdvice(facts)}`, {
      cause,
    });
  }
}

/**
 * Returns the system error code, such as `ECONNRESET`; `undefined` if there is none. Errors of
 * `fetch` in Node.js have it in `cause`. Values in another format are ignored, because they can
 * contain secrets.
 */
function systemCode(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const found = cause?.code ?? code;
  return isString(found) && /^[A-Z][A-Z0-9_]+$/.test(found) ? found : undefined;
}

/** Reports whether a connection failed before the request was sent. */
export const isUnsent = (cause: unknown): boolean =>
  /REFUSED|NOTFOUND|AGAIN|UNREACH|CONNECT_TIMEOUT|CERT|TLS/.test(systemCode(cause) ?? '') ||
  isBlockedPort(cause);

/** Reports whether `fetch` blocks the port of the base URL. A retry cannot succeed. */
export const isBlockedPort = (error: unknown): boolean =>
  (error as { cause?: { message?: string } } | undefined)?.cause?.message === 'bad port';
