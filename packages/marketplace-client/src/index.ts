// Each export is named, because webpack does not remove unused classes that `export *` re-exports.
export {
  AbortedError,
  ApiError,
  type ApiErrorOf,
  type AttemptReport,
  CallError,
  type CallLimits,
  type CallOptions,
  type CallPromise,
  type ClientMembers,
  type ClientOptions,
  ConnectionError,
  type DeprecationReport,
  type Failure,
  type HeadersInput,
  LocalError,
  type Middleware,
  type MiddlewareContext,
  type NotModified,
  type Observer,
  type ProblemBody,
  type ReadMethod,
  type ResultFacts,
  type Success,
  TimeoutError,
  type TokenRequest,
  type UnexpectedProblem,
  UnexpectedResponseError,
  use,
  type WriteMethod,
  type WriteOptions,
} from '@delivery-api/client-core/surface';
export * from '@delivery-api/marketplace-types';
export * from './generated/client.js';
export * from './generated/guard.js';
export type * from './generated/types.js';
