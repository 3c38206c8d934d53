export type {
  CallOptions,
  Failure,
  NotModified,
  ProblemBody,
  ReadMethod,
  Success,
  UnexpectedProblem,
  WriteMethod,
  WriteOptions,
} from '@delivery-api/client-core';
export { ApiError, UnexpectedAnswerError } from '@delivery-api/client-core';
export * from '@delivery-api/marketplace-types';
export * from './generated/client.js';
export type * from './generated/types.js';
