import type { ProblemBody } from '../contract/results.js';
import type { PlatformResponse } from '../http/platform.js';
import { retryAfterSeconds } from '../retry/retry-after.js';
import { CallError, type CallFacts, defineHidden, firstThree, isString } from './call-error.js';

/** The service returned a problem. Branch on `code`. */
export class ApiError<Problem extends ProblemBody = ProblemBody> extends CallError {
  override readonly name = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Problem code. Codes are stable. */
  readonly code: Problem['code'];
  /** Request ID. Include it in support requests. */
  readonly requestId: string;
  /** Time to wait before the next request, in seconds, if the service sends `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The problem, with the members of its code. */
  declare readonly problem: Problem;
  /** HTTP response, for its headers. The body has been read. */
  declare readonly response: PlatformResponse;

  constructor(facts: CallFacts, problem: Problem, response: PlatformResponse) {
    const retryAfter = retryAfterSeconds(response);
    super(
      facts,
      `${response.status} ${problem.code}: ${problem.detail ?? problem.title}${errorLocations(problem)}${
        retryAfter === undefined ? '' : ` Try again in ${retryAfter} s.`
      } See ${problem.type} (request ${problem.request_id}).`,
    );
    this.status = response.status;
    this.code = problem.code;
    this.requestId = problem.request_id;
    this.retryAfter = retryAfter;
    defineHidden<ApiError<Problem>>(this, { problem, response });
  }
}

/** Returns the first locations in `errors`, such as ` (/dropoff/address/city: required)`. */
function errorLocations({ errors }: { errors?: unknown } & ProblemBody): string {
  const locations = (Array.isArray(errors) ? errors : [])
    .map((one) => [one?.pointer ?? one?.parameter ?? one?.header, one?.code])
    .filter((pair) => pair.every(isString));
  return locations.length > 0 ? ` (${firstThree(locations.map((pair) => pair.join(': ')))})` : '';
}
