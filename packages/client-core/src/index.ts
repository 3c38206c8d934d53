export { createCaller } from './caller.js';
export type { CallFacts } from './errors/call-error.js';
export type { OperationDefinition } from './methods.js';
export type { PlatformFetch, PlatformResponse, PlatformSignal } from './platform.js';
export type { ErrorStatus } from './results.js';
export * from './surface.js';
