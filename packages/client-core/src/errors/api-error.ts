import type { ProblemBody } from '../contract/results.js';
import type { PlatformResponse } from '../http/platform.js';
import { retryAfterSeconds } from '../retry/retry-after.js';
import { CallError, type CallFacts, defineHidden } from './call-error.js';
import { firstThree, isString, shorten } from './text.js';

/** The service returned a problem. Branch on `code`. */
export class ApiError<Problem extends ProblemBody = ProblemBody> extends CallError {
  static override readonly kind: string = 'ApiError';
  declare readonly name: 'ApiError';
  /** HTTP status. */
  declare readonly status: number;
  /** Problem code. Codes are stable. */
  declare readonly code: Problem['code'];
  /** Request ID. Include it in support requests. */
  declare readonly requestId: string;
  /** Time to wait before the next request, in seconds, if the service sends `Retry-After`. */
  declare readonly retryAfter: number | undefined;
  /** The problem, with the properties that problems with this code have. */
  declare readonly problem: Problem;
  /** HTTP response. Use it to read the headers. Its body has already been read. */
  declare readonly response: PlatformResponse;

  constructor(facts: CallFacts, problem: Problem, response: PlatformResponse) {
    const { code, detail, title, type, request_id } = problem;
    const retryAfter = retryAfterSeconds(response);
    super(
      facts,
      `${response.status} ${shorten(`${code}: ${detail ?? title}`)}${errorLocations(problem)}${
        retryAfter === undefined ? '' : ` Try again in ${retryAfter} s.`
      } See ${shorten(type)} (request ${shorten(request_id)}).`,
    );
    Object.assign(this, { status: response.status, code, requestId: request_id, retryAfter });
    defineHidden<ApiError<Problem>>(this, { problem, response });
  }
}

/**
 * Returns up to three locations in `errors`, such as ` (/dropoff/address/city: required)`; an empty
 * string if there are none.
 */
function errorLocations({ errors }: { errors?: unknown } & ProblemBody): string {
  const locations = (Array.isArray(errors) ? errors : [])
    .map((one) => [one?.pointer ?? one?.parameter ?? one?.header, one?.code])
    .filter((pair) => pair.every(isString));
  return locations.length > 0
    ? ` (${shorten(firstThree(locations.map((pair) => pair.join(': '))))})`
    : '';
}
