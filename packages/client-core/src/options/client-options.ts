import type { HeadersInput } from '../http/headers.js';
import type { PlatformFetch, PlatformSignal } from '../http/platform.js';
import type { Sender } from '../http/transport.js';
import type { AttemptReport, DeprecationReport } from './reports.js';

/** Retry and time limits. Set them for the client, for one call, or use the defaults. */
export interface CallLimits {
  /** Maximum number of retries after temporary failures; 0 disables retries. Default: 2. */
  maxRetries?: number | undefined;
  /**
   * Timeout of one attempt, until the response body is read, in milliseconds; at least 1. Default:
   * 30,000.
   */
  timeoutMs?: number | undefined;
  /**
   * Timeout of the whole call, including every attempt and every delay, in milliseconds; at least 1.
   * Default: none, only attempts are limited.
   */
  deadlineMs?: number | undefined;
}

/** Argument of a token function. */
export interface TokenRequest {
  /** Token that the service rejected with 401. Return a new token, not this one from a cache. */
  refused?: string;
}

/** Functions that receive reports. Errors that they throw or reject with are ignored. */
export interface Observer {
  /** Called after each attempt, for logs, metrics and spans. */
  onAttempt?: ((attempt: AttemptReport) => unknown) | undefined;
  /**
   * Called once for each operation that the service announces as deprecated (RFC 9745) or as ending
   * (RFC 8594).
   */
  onDeprecation?: ((notice: DeprecationReport) => unknown) | undefined;
}

/** Options of a client. */
export interface ClientOptions extends CallLimits, Observer {
  /**
   * Base URL of the interface, including the version, such as
   * `https://api.example.com/lastmile/v1`. Default: the environment variable `LASTMILE_BASE_URL` or
   * `MARKETPLACE_BASE_URL`.
   */
  baseUrl?: string | undefined;
  /**
   * Bearer token, or a function that returns the current one. The function is called before each
   * call, and once more if the service rejects the token (401). Concurrent calls share one request
   * for a token. Cache the token in the function until it expires. Default: the environment variable
   * `LASTMILE_TOKEN` or `MARKETPLACE_TOKEN`.
   */
  token?: string | ((request: TokenRequest) => string | Promise<string>) | undefined;
  /** Headers of every call. Headers of a call take precedence. */
  headers?: HeadersInput | undefined;
  /** `fetch` function to use, for example one with a proxy. Default: `fetch` of the platform. */
  fetch?: PlatformFetch | undefined;
  /** Functions that run for each attempt. Create it with `use`. */
  middleware?: ((send: Sender) => Sender) | undefined;
  /** Writes logs. Create it with `createLogger` of the entry point `logger`. */
  logger?: Observer | undefined;
  /**
   * Whether requests name this package, its version, the version of the contract, the runtime and
   * the number of the attempt: in `User-Agent`, or in browsers in `X-Delivery-Client`. Default:
   * true.
   */
  identification?: boolean | undefined;
  /**
   * Validates the JSON body of each response, for example `checkResponse` of the entry point
   * `validators`. Returns a message for each violation. If it returns any, the call rejects with an
   * `UnexpectedResponseError`.
   */
  checkResponse?:
    | ((response: { operation: string; status: number; body: unknown }) => readonly string[])
    | undefined;
}

/** Options of every call. */
export interface CallOptions extends CallLimits {
  /**
   * Signal that aborts the call. The call then rejects with an `AbortedError` whose `cause` is the
   * reason of the signal.
   */
  signal?: PlatformSignal | undefined;
  /** Additional headers, such as `Prefer` for the mock. They cannot replace `Authorization`. */
  headers?: HeadersInput | undefined;
}

/** Options of a write operation. */
export interface WriteOptions extends CallOptions {
  /**
   * Idempotency key, 8 to 128 visible ASCII characters. Store it before the call to repeat the call
   * safely after a crash. Default: a random UUID for each call.
   */
  idempotencyKey?: string | undefined;
}
