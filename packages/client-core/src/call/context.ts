import type { Sender } from '../http/transport.js';
import type { ClientOptions, WriteOptions } from '../options/client-options.js';
import type { ClientIdentity } from './identity.js';
import type { TokenSource } from './tokens.js';
import { sleep } from './with-timeout.js';

/** All call options. The type of each method allows only some of them. */
export type AnyCallOptions = WriteOptions & { ifNoneMatch?: string | undefined };

/** Clocks, random numbers and delays of a client. Tests replace them. */
export interface Environment {
  /** Returns the time, in milliseconds since 1970. */
  now(): number;
  /** Returns the time of a monotonic clock, in milliseconds. */
  elapsed(): number;
  /** Returns a number from 0 to below 1. */
  random(): number;
  sleep: typeof sleep;
}

/** Key of an internal client option that replaces parts of the {@link Environment}. */
export const environmentKey = Symbol.for('@delivery-api/client-core/surroundings');

/** The environment of the platform. */
export const platformEnvironment: Environment = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  sleep,
};

/** State that all calls of one client share. */
export interface ClientContext {
  options: ClientOptions;
  /** Base URL without trailing slashes. */
  baseUrl: string;
  /** Host of the base URL, for error messages. */
  host: string;
  /** Path parameters that are the same in every call, such as `partner_name`. */
  boundParameters: Record<string, string>;
  send: Sender;
  /** A fixed token, or the source that requests tokens from the token function. */
  token: string | TokenSource;
  identity: ClientIdentity | undefined;
  environment: Environment;
  /** operationIds for which `onDeprecation` was called. */
  reportedDeprecations: Set<string>;
}
