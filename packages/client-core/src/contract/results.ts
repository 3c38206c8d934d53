import type { PlatformResponse } from '../http/platform.js';

/** A 2xx response. */
export interface Success<Status extends number, Data> {
  ok: true;
  status: Status;
  data: Data;
  problem?: undefined;
  /** HTTP response, for its headers. The body has been read. */
  response: PlatformResponse;
}

/** A 4xx or 5xx response. */
export interface Failure<Status extends number, Problem> {
  ok: false;
  status: Status;
  data?: undefined;
  problem: Problem | UnexpectedProblem;
  /** HTTP response, for its headers. The body has been read. */
  response: PlatformResponse;
}

/** A 304 response: the representation with the ETag in `ifNoneMatch` is still current. */
export interface NotModified {
  ok: false;
  status: 304;
  data?: undefined;
  problem?: undefined;
  response: PlatformResponse;
}

/** Members that every problem has: those of RFC 9457, and extensions of the contracts. */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail?: string | undefined;
  code: string;
  request_id: string;
  retryable: boolean;
}

/** The problem of an error response without one, such as a page of a gateway or an empty body. */
export interface UnexpectedProblem extends ProblemBody {
  type: 'about:blank';
  code: 'unexpected_answer';
}

const errorStatuses = [
  400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 418,
  421, 422, 423, 424, 425, 426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505, 506, 507, 508,
  510, 511,
] as const;

/** Every error status of HTTP, to type the statuses that a contract does not document. */
export type ErrorStatus = (typeof errorStatuses)[number];
