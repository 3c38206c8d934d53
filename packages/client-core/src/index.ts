export { ApiError, UnexpectedAnswerError } from './api-error.js';
export { createCaller } from './caller.js';
export type { PlatformFetch, PlatformResponse, PlatformSignal } from './platform.js';
export type {
  CallOptions,
  ClientOptions,
  ErrorStatus,
  Failure,
  NotModified,
  OperationDefinition,
  ProblemBody,
  ReadMethod,
  Success,
  UnexpectedProblem,
  WriteMethod,
  WriteOptions,
} from './types.js';
