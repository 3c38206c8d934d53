import type { NotModified } from '../contract/results.js';
import type { CallOptions, WriteOptions } from './client-options.js';

/**
 * A method of a write operation. It resolves with the body of the success response. It rejects with
 * an `ApiError` if the service returns a problem, and with another `CallError` if no response is
 * received or the response is not from the service.
 */
export interface WriteMethod<Input, Data, Result> {
  // No doc comment here: editors would show it instead of the comment of the operation.
  (input: Input, options?: WriteOptions): Promise<Data>;
  /**
   * Resolves with the response of any status, typed by status.
   *
   * @throws {CallError} if no response is received, or a 2xx response is not from the service
   */
  result(input: Input, options?: WriteOptions): Promise<Result>;
}

/**
 * A method of a read operation. It resolves with the body of the success response. It rejects with
 * an `ApiError` if the service returns a problem, and with another `CallError` if no response is
 * received or the response is not from the service.
 */
export interface ReadMethod<Input, Data, Result> {
  // No doc comment here: editors would show it instead of the comment of the operation.
  (input: Input, options?: CallOptions): Promise<Data>;
  /**
   * Resolves with the response of any status, typed by status. With `ifNoneMatch`, the result can be
   * {@link NotModified}.
   *
   * @throws {CallError} if no response is received, or a 2xx response is not from the service
   */
  result(input: Input, options?: CallOptions & { ifNoneMatch?: undefined }): Promise<Result>;
  result(
    input: Input,
    options: CallOptions & { ifNoneMatch: string },
  ): Promise<Result | NotModified>;
}
