import type { CallError } from '../errors/call-error.js';

/** A finished attempt of a call. */
export interface AttemptReport {
  /** operationId of the call. */
  operation: string;
  /** HTTP method in upper case. */
  method: string;
  /** Path template of the contract, without IDs. */
  path: string;
  /** Number of the attempt, starting with 1. */
  attempt: number;
  /** Start time, in milliseconds since 1970. */
  startedAt: number;
  /** Duration, in milliseconds. */
  durationMs: number;
  /**
   * HTTP status. Absent if no complete response was received, or if `middleware` or `checkResponse`
   * threw an error.
   */
  status?: number | undefined;
  /** Problem code; `unexpected_response` for an error status without a problem. */
  code?: string | undefined;
  /** Request ID of the response (`Request-Id`). Absent if it has none, or if `status` is absent. */
  requestId?: string | undefined;
  /**
   * Error of the attempt. Absent if the response is a success, a valid problem, or a 304, or has an
   * error status without a problem.
   */
  error?: CallError | undefined;
  /** Delay before the next attempt, in milliseconds. Absent on the last attempt. */
  retryInMs?: number | undefined;
}

/** A deprecation that the service announces for an operation. */
export interface DeprecationReport {
  /** operationId of the call. */
  operation: string;
  /** Date of the deprecation, in the past or future (`Deprecation`, RFC 9745). */
  deprecatedAt?: Date | undefined;
  /** Date after which the operation may be removed (`Sunset`, RFC 8594). */
  sunsetAt?: Date | undefined;
  /** URL of the documentation (`Link` with `rel="deprecation"`). */
  link?: string | undefined;
}
