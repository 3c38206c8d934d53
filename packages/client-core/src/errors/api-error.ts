import type { ProblemBody } from '../contract/results.js';
import type { PlatformResponse } from '../http/platform.js';
import { retryAfterOf } from '../retry/retry-after.js';
import { CallError, type CallFacts, few, hide, isText } from './call-error.js';

/** The service refused or failed, and said why: branch on `code`. */
export class ApiError<Problem extends ProblemBody = ProblemBody> extends CallError {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The problem's stable name. */
  readonly code: Problem['code'];
  /** Quote it to support. */
  readonly requestId: string;
  /** When the service asks to be left alone for a while: for how many seconds (`Retry-After`). */
  readonly retryAfter: number | undefined;
  /** What the service said, with the members that its code carries. */
  declare readonly problem: Problem;
  /** The HTTP answer, for its headers; the body has been read. */
  declare readonly response: PlatformResponse;

  constructor(facts: CallFacts, problem: Problem, response: PlatformResponse) {
    const retryAfter = retryAfterOf(response);
    super(
      facts,
      `${response.status} ${problem.code}: ${problem.detail ?? problem.title}${places(problem)}${
        retryAfter === undefined ? '' : ` Try again in ${retryAfter} s.`
      } See ${problem.type} (request ${problem.request_id}).`,
    );
    this.status = response.status;
    this.code = problem.code;
    this.requestId = problem.request_id;
    this.retryAfter = retryAfter;
    hide<ApiError<Problem>>(this, { problem, response });
  }
}

/** The first places that the problem names, such as ` (/dropoff/address/city: required)`. */
function places({ errors }: { errors?: unknown } & ProblemBody): string {
  const named = (Array.isArray(errors) ? errors : [])
    .map((one) => [one?.pointer ?? one?.parameter ?? one?.header, one?.code])
    .filter((pair) => pair.every(isText));
  return named.length > 0 ? ` (${few(named.map((pair) => pair.join(': ')))})` : '';
}
