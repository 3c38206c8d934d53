import type { PlatformResponse } from '../http/platform.js';
import { retryAfterSeconds } from '../retry/retry-after.js';
import { CallError, type CallFacts, defineHidden, retryAdvice } from './call-error.js';

/**
 * The response is not from the service: an HTML page with 200, incomplete JSON, a redirect, an error
 * status without a problem, or a body that `checkAnswer` rejects. The usual cause is a proxy or a
 * login page between the client and the service.
 */
export class UnexpectedAnswerError extends CallError {
  override readonly name = 'UnexpectedAnswerError';
  /** HTTP status. */
  readonly status: number;
  /** What was received instead, such as `text/html instead of JSON`. */
  readonly found: string;
  /** Request ID, if the response has one. Include it in support requests. */
  readonly requestId: string | undefined;
  /** Time to wait before the next request, in seconds, if the response has `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** HTTP response, for its headers. The body has been read. */
  declare readonly response: PlatformResponse;

  constructor(facts: CallFacts, response: PlatformResponse, found: string) {
    super(
      facts,
      `${response.status} with ${found}. Something in between may have answered. ${retryAdvice(facts)}`,
    );
    this.status = response.status;
    this.found = found;
    this.requestId = response.headers.get('request-id') ?? undefined;
    this.retryAfter = retryAfterSeconds(response);
    defineHidden<UnexpectedAnswerError>(this, { response });
  }
}
