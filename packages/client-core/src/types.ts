import type { PlatformFetch, PlatformResponse, PlatformSignal } from './platform.js';

/** How a client is made. */
export interface ClientOptions {
  /** The base address of the interface, with its version, such as `https://api.example.com/lastmile/v1`. */
  baseUrl: string;
  /** The bearer token, or a function that gives the current one; it is called for each request. */
  token: string | (() => string | Promise<string>);
  /** Used instead of the platform's `fetch`. */
  fetch?: PlatformFetch;
}

/** Options of any call. */
export interface CallOptions {
  /** Ends the call when aborted; it then rejects with the signal's reason. */
  signal?: PlatformSignal;
  /** Further headers, such as `Prefer` for the mock. Those that the client sets itself win. */
  headers?: Record<string, string>;
}

/** Options of a write. */
export interface WriteOptions extends CallOptions {
  /** Your name for this one intention. Keep it, and a repeat after a crash is safe too; without it one is made for the call. */
  idempotencyKey?: string;
}

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

/** Stands in for the problem when a failing answer carries none of ours: a gateway's page, an empty body. */
export interface UnexpectedProblem extends ProblemBody {
  type: 'about:blank';
  code: 'unexpected_answer';
}

/** Error statuses that an answer can have, so that those which a contract does not document are typed too. */
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

/** A method of an operation that changes something. */
export interface WriteMethod<Input, Data, Result> {
  /**
   * Resolves with the body of the success status.
   *
   * @throws {ApiError} for any other answer
   */
  (input: Input, options?: WriteOptions): Promise<Data>;
  /** Resolves with the answer, whatever its status, typed by it. */
  result(input: Input, options?: WriteOptions): Promise<Result>;
}

/** A method of an operation that reads. */
export interface ReadMethod<Input, Data, Result> {
  /**
   * Resolves with the body of the success status.
   *
   * @throws {ApiError} for any other answer
   */
  (input: Input, options?: CallOptions): Promise<Data>;
  /** Resolves with the answer, whatever its status, typed by it. With `ifNoneMatch` it can be {@link NotModified}. */
  result(input: Input, options?: CallOptions & { ifNoneMatch?: undefined }): Promise<Result>;
  result(input: Input, options: CallOptions & { ifNoneMatch: string }): Promise<Result | NotModified>;
}

/** An operation, as far as calling it goes. Generated from the contract. */
export interface OperationDefinition {
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  path: string;
  /** Members of the input that go into the path. */
  inPath: readonly string[];
  /** Whether the other members of the input are sent as a JSON body. */
  body: boolean;
  /** Whether the operation takes an `Idempotency-Key`. */
  keyed: boolean;
}
