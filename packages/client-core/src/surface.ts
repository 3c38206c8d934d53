// The exports that both clients pass on to their users.

export type {
  Failure,
  NotModified,
  ProblemBody,
  Success,
  UnexpectedProblem,
} from './contract/results.js';
export { ApiError } from './errors/api-error.js';
export { CallError } from './errors/call-error.js';
export { AbortedError, ConnectionError, TimeoutError } from './errors/no-response-errors.js';
export { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
export type {
  CallLimits,
  CallOptions,
  ClientOptions,
  TokenRequest,
  WriteOptions,
} from './options/client-options.js';
export type { ReadMethod, WriteMethod } from './options/methods.js';
export type { AttemptReport, DeprecationReport } from './options/reports.js';
