import type { PlatformResponse } from './platform.js';
import type { ProblemBody } from './types.js';

/** The service refused or failed. `problem` says why; branch on `code`. */
export class ApiError<Problem extends ProblemBody = ProblemBody> extends Error {
  override readonly name = 'ApiError';
  /** The operationId of the call. */
  readonly operation: string;
  readonly status: number;
  /** The problem's stable name. */
  readonly code: Problem['code'];
  readonly problem: Problem;
  /** Quote it to support. */
  readonly requestId: string;
  /** The HTTP answer, for its headers; the body has been read. */
  declare readonly response: PlatformResponse;

  constructor(operation: string, problem: Problem, response: PlatformResponse) {
    super(`${operation}: ${problem.status} ${problem.code}: ${problem.detail ?? problem.title} (request ${problem.request_id})`);
    this.operation = operation;
    this.status = problem.status;
    this.code = problem.code;
    this.problem = problem;
    this.requestId = problem.request_id;
    // Not enumerable, so that a logged error does not spill the answer's headers.
    Object.defineProperty(this, 'response', { value: response });
  }
}

/** An answer with a success status whose body is not JSON: most often a page of a proxy or login in between. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
  /** The operationId of the call. */
  readonly operation: string;
  readonly status: number;
  declare readonly response: PlatformResponse;

  constructor(operation: string, response: PlatformResponse, found: string) {
    super(
      `${operation}: ${response.status} with ${found} instead of JSON. Does something between you and the service answer in its place?`,
    );
    this.operation = operation;
    this.status = response.status;
    Object.defineProperty(this, 'response', { value: response });
  }
}
