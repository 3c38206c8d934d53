import type { PlatformFetch, PlatformSignal } from '../http/platform.js';
import type { AttemptReport, DeprecationReport } from './reports.js';

/** How long and how often a call may try; given for the client, for one call, or not at all. */
export interface CallLimits {
  /**
   * How often a call that failed in passing is repeated, at most. 2 where nothing is said; 0 turns
   * repeating off.
   */
  maxRetries?: number | undefined;
  /**
   * How long one attempt may take, until its answer has been read whole, in milliseconds. 30,000
   * where nothing is said.
   */
  timeoutMs?: number | undefined;
  /**
   * How long the call may take in all, with every attempt and every wait, in milliseconds. Without
   * it only attempts are limited.
   */
  deadlineMs?: number | undefined;
}

/** What a token function is told. */
export interface TokenRequest {
  /**
   * The token that the service has just refused with 401: give another, not the same one from a
   * cache.
   */
  refused?: string;
}

/** How a client is made. */
export interface ClientOptions extends CallLimits {
  /**
   * The base address of the interface, with its version, such as
   * `https://api.example.com/lastmile/v1`.
   */
  baseUrl: string;
  /**
   * The bearer token, or a function that gives the current one. The function is asked before each
   * call, and once more when the service refuses its
   * token (401). Calls that run at the same time share one answer. Let it keep a token for as long
   * as that is valid.
   */
  token: string | ((request: TokenRequest) => string | Promise<string>);
  /** Used instead of the platform's `fetch`. */
  fetch?: PlatformFetch | undefined;
  /**
   * Told of each attempt once it has ended, for logs, metrics and spans. What it throws is ignored.
   */
  onAttempt?: ((attempt: AttemptReport) => void) | undefined;
  /**
   * Told once for each operation that the service announces as deprecated (RFC 9745) or about to
   * end (RFC 8594). What it throws is ignored.
   */
  onDeprecation?: ((notice: DeprecationReport) => void) | undefined;
  /**
   * Checks the JSON of each answer, for instance against the contract's schemas, and returns what
   * is wrong with it. When it finds something, the call
   * rejects with an `UnexpectedAnswerError`.
   */
  checkAnswer?:
    | ((answer: { operation: string; status: number; body: unknown }) => readonly string[])
    | undefined;
}

/** Options of any call. */
export interface CallOptions extends CallLimits {
  /**
   * Ends the call when aborted; it then rejects with an `AbortedError` whose `cause` is the
   * signal's reason.
   */
  signal?: PlatformSignal | undefined;
  /** Further headers, such as `Prefer` for the mock. Those that the client sets itself win. */
  headers?: Record<string, string> | undefined;
}

/** Options of a write. */
export interface WriteOptions extends CallOptions {
  /**
   * Your name for this one intention. Keep it, and a repeat after a crash is safe too; without it
   * one is made for the call.
   */
  idempotencyKey?: string | undefined;
}
