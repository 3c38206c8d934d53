export type {
  AttemptReport,
  CallLimits,
  CallOptions,
  ClientOptions,
  DeprecationReport,
  Failure,
  NotModified,
  ProblemBody,
  ReadMethod,
  Success,
  TokenRequest,
  UnexpectedProblem,
  WriteMethod,
  WriteOptions,
} from '@delivery-api/client-core';
export { AbortedError, ApiError, CallError, ConnectionError, TimeoutError, UnexpectedAnswerError } from '@delivery-api/client-core';
export * from '@delivery-api/lastmile-types';
export * from './generated/client.js';
export type * from './generated/types.js';
export * from './problem-guard.js';
