import type { Transport } from '../http/transport.js';
import type { ClientOptions, WriteOptions } from '../options/client-options.js';
import type { Tokens } from './tokens.js';
import { sleep } from './with-timeout.js';

/** All options that a call may come with; which of them a method takes is said by its type. */
export type AnyOptions = WriteOptions & { ifNoneMatch?: string | undefined };

/** What a call takes from the world, so that a test can put its own in place of it. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  sleep: typeof sleep;
  /** Sends the requests, instead of the transport on openapi-fetch. */
  transport?: Transport;
}

/**
 * Under this name, client options can carry other {@link Surroundings}. For the tests of this
 * repository.
 */
export const surroundings = Symbol.for('@delivery-api/client-core/surroundings');

/** What the platform gives. */
export const platform: Surroundings = { now: () => Date.now(), random: () => Math.random(), sleep };

/** What all calls of one client share. */
export interface ClientContext {
  options: ClientOptions;
  /** Path parameters that are the same in every call, such as `partner_name`. */
  bound: Record<string, string>;
  transport: Transport;
  /** The token, or where it comes from. */
  token: string | Tokens;
  surroundings: Surroundings;
  /** The operations whose deprecation has been told. */
  told: Set<string>;
}
