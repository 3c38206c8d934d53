// What both clients pass on to their users: they export all of it.
export { ApiError } from './errors/api-error.js';
export { CallError } from './errors/call-error.js';
export { AbortedError, ConnectionError, TimeoutError } from './errors/no-answer.js';
export { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
export type { ReadMethod, WriteMethod } from './methods.js';
export type {
  CallLimits,
  CallOptions,
  ClientOptions,
  TokenRequest,
  WriteOptions,
} from './options.js';
export type { AttemptReport, DeprecationReport } from './reports.js';
export type { Failure, NotModified, ProblemBody, Success, UnexpectedProblem } from './results.js';
