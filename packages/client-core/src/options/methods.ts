import type {
  NotModified,
  ProblemBody,
  ResultFacts,
  UnexpectedProblem,
} from '../contract/results.js';
import type { ApiError } from '../errors/api-error.js';
import type { CallOptions, WriteOptions } from './client-options.js';

/** The promise of a method. It resolves with the body of the success response. */
export interface CallPromise<Data> extends Promise<Data> {
  /**
   * Resolves with the body, the HTTP response, the number of attempts and the idempotency key of
   * the call.
   */
  withResponse(): Promise<ResultFacts & { data: Data }>;
}

/** Union of the errors for the problems in a result type. */
export type ApiErrorOf<Result> = Result extends { ok: false; problem: infer Problem }
  ? Exclude<Problem, UnexpectedProblem> extends infer Known
    ? Known extends ProblemBody
      ? ApiError<Known>
      : never
    : never
  : never;

// Both method types repeat the overloads of `isProblem`, because a common base type would require
// two more type instantiations for each operation.

/**
 * A method of a write operation. It resolves with the body of the success response. It rejects with
 * an `ApiError` if the service returns a problem, and with a different `CallError` after any other
 * failure.
 */
export interface WriteMethod<Input, Data, Result> {
  // No doc comment here: editors would show it instead of the comment of the operation.
  (input: Input, options?: WriteOptions): CallPromise<Data>;
  /**
   * Resolves with the response of any status, typed by status.
   *
   * @throws {CallError} if the call has no result, for example because the input is invalid
   */
  result(input: Input, options?: WriteOptions): Promise<Result>;
  /**
   * Returns whether an error is an `ApiError` of this operation. With `code`, the problem must have
   * this code.
   */
  isProblem(error: unknown): error is ApiErrorOf<Result>;
  isProblem<Code extends ApiErrorOf<Result>['code']>(
    error: unknown,
    code: Code,
  ): error is Extract<ApiErrorOf<Result>, { code: Code }>;
}

/**
 * A method of a read operation. It resolves with the body of the success response. It rejects with
 * an `ApiError` if the service returns a problem, and with a different `CallError` after any other
 * failure.
 */
export interface ReadMethod<Input, Data, Result> {
  // No doc comment here: editors would show it instead of the comment of the operation.
  (input: Input, options?: CallOptions): CallPromise<Data>;
  /**
   * Resolves with the response of any status, typed by status. With `ifNoneMatch`, the result can
   * be {@link NotModified}.
   *
   * @throws {CallError} if the call has no result, for example because the input is invalid
   */
  result(input: Input, options?: CallOptions & { ifNoneMatch?: undefined }): Promise<Result>;
  result(
    input: Input,
    options: CallOptions & { ifNoneMatch: string },
  ): Promise<Result | NotModified>;
  /**
   * Returns whether an error is an `ApiError` of this operation. With `code`, the problem must have
   * this code.
   */
  isProblem(error: unknown): error is ApiErrorOf<Result>;
  isProblem<Code extends ApiErrorOf<Result>['code']>(
    error: unknown,
    code: Code,
  ): error is Extract<ApiErrorOf<Result>, { code: Code }>;
}

/** Members of every client besides its operations. */
export interface ClientMembers<Client, Options> {
  /**
   * Creates a client in which `options` replace the existing options. Clients with the same token
   * function share tokens.
   */
  withOptions(options: Partial<Options>): Client;
}
