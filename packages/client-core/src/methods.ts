import type { CallOptions, WriteOptions } from './options.js';
import type { NotModified } from './results.js';

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
