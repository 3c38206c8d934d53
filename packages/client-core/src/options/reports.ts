import type { CallError } from '../errors/call-error.js';

/** One attempt of a call, after its end. */
export interface AttemptReport {
  /** The operationId of the call. */
  operation: string;
  /** The HTTP method, in capitals. */
  method: string;
  /** The path template of the contract, without ids. */
  path: string;
  /** 1 for the first. */
  attempt: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  durationMs: number;
  /** The HTTP status, if there was an answer. */
  status?: number | undefined;
  /** The problem's code, if the answer carried one. */
  code?: string | undefined;
  /** The service's name for the request. */
  requestId?: string | undefined;
  /** Why there was no answer, or none that could be read. */
  error?: CallError | undefined;
  /** How long the client waits before the next attempt; absent on the last one. */
  retryInMs?: number | undefined;
}

/** What the service announces about an operation. */
export interface DeprecationReport {
  /** The operationId of the call. */
  operation: string;
  /** Since when, or from when on, its use is discouraged (`Deprecation`, RFC 9745). */
  deprecatedAt?: Date | undefined;
  /** When it may stop answering (`Sunset`, RFC 8594). */
  sunsetAt?: Date | undefined;
  /** Where the replacement is described (`Link` with `rel="deprecation"`). */
  link?: string | undefined;
}
