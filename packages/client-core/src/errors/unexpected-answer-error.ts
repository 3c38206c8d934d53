import type { PlatformResponse } from '../http/platform.js';
import { retryAfterOf } from '../retry/retry-after.js';
import { CallError, type CallFacts, hide, whatNext } from './call-error.js';

/**
 * There was an answer, but not one of the service's: a page with 200, JSON that breaks off, a
 * redirect, an error status without a problem, a body outside
 * the contract while `checkAnswer` is on. Most often a proxy or a login in between.
 */
export class UnexpectedAnswerError extends CallError {
  override readonly name = 'UnexpectedAnswerError';
  readonly status: number;
  /** What came instead, such as `text/html`. */
  readonly found: string;
  /** Quote it to support, if the answer names one. */
  readonly requestId: string | undefined;
  /** For how many seconds the answer asks to be left alone (`Retry-After`). */
  readonly retryAfter: number | undefined;
  /** The HTTP answer, for its headers; the body has been read. */
  declare readonly response: PlatformResponse;

  constructor(facts: CallFacts, response: PlatformResponse, found: string) {
    super(
      facts,
      `${response.status} with ${found}. Something in between may have answered. ${whatNext(facts)}`,
    );
    this.status = response.status;
    this.found = found;
    this.requestId = response.headers.get('request-id') ?? undefined;
    this.retryAfter = retryAfterOf(response);
    hide<UnexpectedAnswerError>(this, { response });
  }
}
