import type { PlatformResponse } from '../http/platform.js';
import { retryAfterSeconds } from '../retry/retry-after.js';
import { CallError, type CallFacts, defineHidden, retryAdvice } from './call-error.js';
import { shorten } from './text.js';

/** Maximum length of `bodyText`, in characters. */
const maxBodyText = 10_000;

/**
 * The response does not follow the contract: an HTML page with status 200, incomplete JSON, a
 * redirect, an error status without a problem, or a body that `checkResponse` rejects. The usual
 * cause is a proxy between the client and the service.
 */
export class UnexpectedResponseError extends CallError {
  static override readonly kind: string = 'UnexpectedResponseError';
  declare readonly name: 'UnexpectedResponseError';
  /** HTTP status. */
  declare readonly status: number;
  /** What was received instead, such as `text/html instead of JSON`. */
  declare readonly found: string;
  /** Request ID, if the response has one. Include it in support requests. */
  declare readonly requestId: string | undefined;
  /** Time to wait before the next request, in seconds, if the response has `Retry-After`. */
  declare readonly retryAfter: number | undefined;
  /** HTTP response. Use it to read the headers. Its body has already been read. */
  declare readonly response: PlatformResponse;
  /**
   * First 10,000 characters of the response body. Logs of the error do not contain it, because it
   * can contain personal data.
   */
  declare readonly bodyText: string;

  constructor(facts: CallFacts, response: PlatformResponse, found: string, bodyText = '') {
    super(
      facts,
      `${response.status} with ${shorten(found)}. A proxy may have sent this response. ${retryAdvice(facts)}`,
    );
    Object.assign(this, {
      status: response.status,
      found,
      requestId: response.headers.get('request-id') ?? undefined,
      retryAfter: retryAfterSeconds(response),
    });
    defineHidden<UnexpectedResponseError>(this, {
      response,
      bodyText: bodyText.slice(0, maxBodyText),
    });
  }
}
