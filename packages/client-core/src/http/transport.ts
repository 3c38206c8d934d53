import { MiddlewareFailure, NoResponse } from './failures.js';
import type { FetchInit, FetchResponse, PlatformResponse } from './platform.js';

/** The attempt that a request belongs to. */
export interface AttemptInfo {
  /** operationId of the call. */
  operation: string;
  /** Number of the attempt, starting with 1. */
  attempt: number;
}

/** Sends one request. */
export type Sender = (url: string, init: FetchInit, info: AttemptInfo) => Promise<FetchResponse>;

/**
 * Sends one request and reads the response.
 *
 * @throws {NoResponse} if the client receives no complete response
 * @throws the error of middleware, unchanged
 */
export async function exchange(
  send: Sender,
  url: string,
  init: FetchInit,
  info: AttemptInfo,
): Promise<{ response: PlatformResponse; text: string }> {
  try {
    const response = await send(url, init, info);
    return { response: response as PlatformResponse, text: await response.text() };
  } catch (cause) {
    throw cause instanceof MiddlewareFailure ? cause.cause : new NoResponse(cause);
  }
}
