import type { NotModified } from '../contract/results.js';
import type { CallOptions, WriteOptions } from './client-options.js';

/**
 * A method of an operation that changes something. It resolves with the body of the success status,
 * and rejects with an `ApiError` when the service refuses
 * or fails, with a `CallError` of another kind when there was no answer, or none of the service's.
 */
export interface WriteMethod<Input, Data, Result> {
  // Without a doc comment: an editor would show it where a method is called, in place of the
  // operation's own.
  (input: Input, options?: WriteOptions): Promise<Data>;
  /**
   * Resolves with the answer, whatever its status, typed by it.
   *
   * @throws {CallError} when there was no answer, or a success that is none of the service's
   */
  result(input: Input, options?: WriteOptions): Promise<Result>;
}

/**
 * A method of an operation that reads. It resolves with the body of the success status, and rejects
 * with an `ApiError` when the service refuses or fails,
 * with a `CallError` of another kind when there was no answer, or none of the service's.
 */
export interface ReadMethod<Input, Data, Result> {
  // Without a doc comment: an editor would show it where a method is called, in place of the
  // operation's own.
  (input: Input, options?: CallOptions): Promise<Data>;
  /**
   * Resolves with the answer, whatever its status, typed by it. With `ifNoneMatch` it can be {@link
   * NotModified}.
   *
   * @throws {CallError} when there was no answer, or a success that is none of the service's
   */
  result(input: Input, options?: CallOptions & { ifNoneMatch?: undefined }): Promise<Result>;
  result(
    input: Input,
    options: CallOptions & { ifNoneMatch: string },
  ): Promise<Result | NotModified>;
}
