// The exports that both clients re-export.

export type {
  Failure,
  NotModified,
  ProblemBody,
  ResultFacts,
  Success,
  UnexpectedProblem,
} from './contract/results.js';
export { ApiError } from './errors/api-error.js';
export { CallError } from './errors/call-error.js';
export { LocalError } from './errors/local-error.js';
export { AbortedError, ConnectionError, TimeoutError } from './errors/no-response-errors.js';
export { UnexpectedResponseError } from './errors/unexpected-response-error.js';
export type { HeadersInput } from './http/headers.js';
export { type Middleware, type MiddlewareContext, use } from './http/middleware.js';
export type {
  CallLimits,
  CallOptions,
  ClientOptions,
  Observer,
  TokenRequest,
  WriteOptions,
} from './options/client-options.js';
export type {
  ApiErrorOf,
  CallPromise,
  ClientMembers,
  ReadMethod,
  WriteMethod,
} from './options/methods.js';
export type { AttemptReport, DeprecationReport } from './options/reports.js';
