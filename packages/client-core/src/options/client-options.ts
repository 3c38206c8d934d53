import type { HeadersInput } from '../http/headers.js';
import type { PlatformFetch, PlatformSignal } from '../http/platform.js';
import type { Sender } from '../http/transport.js';
import type { AttemptReport, DeprecationReport } from './reports.js';

/**
 * Limits on retries and durations. Set them for the client or for one call. The options of a call
 * override those of the client.
 */
export interface CallLimits {
  /**
   * Maximum number of retries after temporary failures; 0 disables them. The attempt with a new token
   * after a 401 response does not count. Default: 2.
   */
  maxRetries?: number | undefined;
  /**
   * Timeout per attempt, including the time to read the response body, in milliseconds; at least 1.
   * It also limits each call of the token function. Default: 30,000.
   */
  timeoutMs?: number | undefined;
  /**
   * Total timeout for the call, including all attempts, delays and calls of the token function, in
   * milliseconds; at least 1.
   * Default: none.
   */
  deadlineMs?: number | undefined;
}

/** Argument of a token function. */
export interface TokenRequest {
  /**
   * Token that the service rejected with 401. Return a new token, not this cached token. Absent if the
   * client needs the current token.
   */
  refused?: string;
}

/** Functions that receive reports. The client ignores the errors that they throw. */
export interface Observer {
  /** Called after each attempt, for logs, metrics and spans. */
  onAttempt?: ((attempt: AttemptReport) => unknown) | undefined;
  /**
   * Called once per client for each operation that the service announces as deprecated (RFC 9745), or
   * for which the service announces a removal date (RFC 8594).
   */
  onDeprecation?: ((notice: DeprecationReport) => unknown) | undefined;
}

/** Options of a client. */
export interface ClientOptions extends CallLimits, Observer {
  /**
   * Base URL of the interface, including the version, such as
   * `https://api.example.com/lastmile/v1`. Default: the `LASTMILE_BASE_URL` or
   * `MARKETPLACE_BASE_URL` environment variable.
   */
  baseUrl?: string | undefined;
  /**
   * Bearer token, or a function that returns the current token. The client calls the function
   * before each call, and again if the service rejects the token (401). Concurrent calls share one
   * token request. The function should cache the token until it expires. Default: the
   * `LASTMILE_TOKEN` or `MARKETPLACE_TOKEN` environment variable.
   */
  token?: string | ((request: TokenRequest) => string | Promise<string>) | undefined;
  /** Headers to send with every call. The headers of a single call take precedence. */
  headers?: HeadersInput | undefined;
  /** `fetch` function to use, for example one with a proxy. Default: `fetch` of the platform. */
  fetch?: PlatformFetch | undefined;
  /** Functions that run for each attempt. Create this option with `use`. */
  middleware?: ((send: Sender) => Sender) | undefined;
  /** Writes logs. Create this option with `createLogger` from the `logger` entry point. */
  logger?: Observer | undefined;
  /**
   * Whether requests contain the package version, the contract version, the runtime and the attempt
   * number in `User-Agent`. In browsers, `X-Delivery-Client` contains them, without the runtime.
   * Default: true.
   */
  identification?: boolean | undefined;
  /**
   * Validates the JSON body of each success response and each problem, for example `checkResponse`
   * from the `validators` entry point. The function returns a message for each violation. If it
   * returns a message, the call rejects with an `UnexpectedResponseError`.
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
  /**
   * Additional headers, such as `Prefer` for the mock. They replace headers in the client options.
   * They do not replace other headers of the client, except `User-Agent` and `X-Delivery-Client`.
   */
  headers?: HeadersInput | undefined;
}

/** Options of a write operation. */
export interface WriteOptions extends CallOptions {
  /**
   * Idempotency key, 8 to 128 visible ASCII characters. To repeat a call safely after a crash,
   * store the key before the call. Default: a random UUID for each call.
   */
  idempotencyKey?: string | undefined;
}
