import { afterAttempts, CallError, type CallFacts, isText, whatNext } from './call-error.js';

/**
 * There was no answer, or only a part of one: no route, no name, a refused or broken connection.
 * `cause` is the platform's error.
 */
export class ConnectionError extends CallError {
  override readonly name = 'ConnectionError';
  /** The system's name for it, such as `ECONNREFUSED`, where the platform tells. */
  readonly reason: string | undefined;

  constructor(facts: CallFacts, cause: unknown) {
    const reason = systemCode(cause);
    super(
      facts,
      `no whole answer${reason ? ` (${reason})` : ''} ${afterAttempts(facts.attempts)}. ${whatNext(facts)}`,
      { cause },
    );
    this.reason = reason;
  }
}

/** The answer took too long. */
export class TimeoutError extends CallError {
  override readonly name = 'TimeoutError';
  /** Which option ran out. */
  readonly limit: 'timeoutMs' | 'deadlineMs';
  /** Its value. */
  readonly limitMs: number;

  /** @param awaited what did not come in time */
  constructor(
    facts: CallFacts,
    limit: 'timeoutMs' | 'deadlineMs',
    limitMs: number,
    awaited: string,
  ) {
    super(
      facts,
      `no ${awaited} within ${limit} (${limitMs}), ${afterAttempts(facts.attempts)}. ${whatNext(facts)}`,
    );
    this.limit = limit;
    this.limitMs = limitMs;
  }
}

/**
 * Your `signal` ended the call. `cause` is its reason; the name is the platform's, so that code
 * which looks for `AbortError` finds it.
 */
export class AbortedError extends CallError {
  override readonly name = 'AbortError';

  constructor(facts: CallFacts, cause: unknown) {
    super(facts, `aborted by the caller ${afterAttempts(facts.attempts)}. ${whatNext(facts)}`, {
      cause,
    });
  }
}

/**
 * `fetch failed` hides its reason one level down; only names such as `ECONNRESET` are taken, never
 * prose.
 */
function systemCode(error: unknown): string | undefined {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const name = cause?.code ?? code;
  return isText(name) && /^[A-Z][A-Z0-9_]+$/.test(name) ? name : undefined;
}
