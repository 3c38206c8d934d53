export { createCaller } from './call/create-caller.js';
export { type ClientDefinition, createClient } from './call/create-client.js';
export type { ClientIdentity } from './call/identity.js';
export type { OperationDefinition } from './contract/operation.js';
export type { ErrorStatus } from './contract/results.js';
export type { CallFacts } from './errors/call-error.js';
export type {
  FetchInit,
  FetchResponse,
  PlatformFetch,
  PlatformResponse,
  PlatformSignal,
} from './http/platform.js';
export * from './surface.js';
