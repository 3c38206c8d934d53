import type { PlatformResponse } from '../http/platform.js';

/** Properties of every result. */
export interface ResultFacts {
  /** HTTP response. Use it to read the headers. Its body has already been read. */
  response: PlatformResponse;
  /** Number of attempts. */
  attempts: number;
  /**
   * Idempotency key of a write; `undefined` for a read. To repeat the call without a duplicate, pass
   * this key.
   */
  idempotencyKey: string | undefined;
}

/** A 2xx response. */
export interface Success<Status extends number, Data> extends ResultFacts {
  ok: true;
  status: Status;
  data: Data;
  problem?: undefined;
}

/** A 4xx or 5xx response. */
export interface Failure<Status extends number, Problem> extends ResultFacts {
  ok: false;
  status: Status;
  data?: undefined;
  problem: Problem | UnexpectedProblem;
}

/** A 304 response: the representation with the ETag in `ifNoneMatch` is still current. */
export interface NotModified extends ResultFacts {
  ok: false;
  status: 304;
  data?: undefined;
  problem?: undefined;
}

/** Properties of problems with any code: members of RFC 9457, and extensions in the contracts. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail?: string | undefined;
  code: string;
  request_id: string;
  retryable: boolean;
}

/**
 * Replaces the problem if an error response contains none, for example an HTML page from a proxy.
 */
export interface UnexpectedProblem extends ProblemBody {
  type: 'about:blank';
  code: 'unexpected_response';
}

const errorStatuses = [
  400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418,
  421, 422, 423, 424, 425, 426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505, 506, 507, 508,
  510, 511, 520, 521, 522, 523, 524,
] as const;

/**
 * Every error status of HTTP, and 520 to 524, which proxies return. Used for statuses that a
 * contract does not document.
 */
export type ErrorStatus = (typeof errorStatuses)[number];
