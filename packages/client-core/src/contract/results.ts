import type { PlatformResponse } from '../http/platform.js';

/** The answer of an operation that did what it was asked. */
export interface Success<Status extends number, Data> {
  ok: true;
  status: Status;
  data: Data;
  problem?: undefined;
  /** The HTTP answer, for its headers; the body has been read. */
  response: PlatformResponse;
}

/** The answer of an operation that was refused or failed. */
export interface Failure<Status extends number, Problem> {
  ok: false;
  status: Status;
  data?: undefined;
  problem: Problem | UnexpectedProblem;
  /** The HTTP answer, for its headers; the body has been read. */
  response: PlatformResponse;
}

/** The representation that you named in `ifNoneMatch` is still current (304). */
export interface NotModified {
  ok: false;
  status: 304;
  data?: undefined;
  problem?: undefined;
  response: PlatformResponse;
}

/** What every problem of the contracts carries (RFC 9457 and our members). */
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
 * Stands in for the problem when a failing answer carries none of ours: a gateway's page, an empty
 * body.
 */
export interface UnexpectedProblem extends ProblemBody {
  type: 'about:blank';
  code: 'unexpected_answer';
}

/**
 * Error statuses that an answer can have, so that those which a contract does not document are
 * typed too.
 */
export type ErrorStatus =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 406
  | 407
  | 408
  | 409
  | 410
  | 411
  | 412
  | 413
  | 414
  | 415
  | 416
  | 417
  | 418
  | 421
  | 422
  | 423
  | 424
  | 425
  | 426
  | 428
  | 429
  | 431
  | 451
  | 500
  | 501
  | 502
  | 503
  | 504
  | 505
  | 506
  | 507
  | 508
  | 510
  | 511;
