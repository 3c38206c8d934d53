import type {
  Failure,
  NotModified,
  ProblemBody,
  Success,
  UnexpectedProblem,
} from '../contract/results.js';
import type { CallFacts } from '../errors/call-error.js';
import { LocalError } from '../errors/local-error.js';
import { firstThree, isString } from '../errors/text.js';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.js';
import type { PlatformResponse } from '../http/platform.js';
import type { ClientOptions } from '../options/client-options.js';
import { isTransient } from '../retry/policy.js';

/** A result of any operation and status, without the attempts and the idempotency key. */
export type AnyResult = WithoutFacts<
  Success<number, unknown> | Failure<number, ProblemBody> | NotModified
>;
type WithoutFacts<Result> = Result extends unknown
  ? Omit<Result, 'attempts' | 'idempotencyKey'>
  : never;

/**
 * A response, converted to a result. `unexpected` is set if an error response contains no problem.
 */
export interface ParsedResponse {
  result: AnyResult;
  unexpected?: UnexpectedResponseError;
}

/**
 * Converts a response to a result.
 *
 * @throws {UnexpectedResponseError} if the response is a redirect, a 2xx body is not a JSON object,
 * or `checkResponse` finds violations
 * @throws {LocalError} if `checkResponse` throws
 */
export function readResponse(
  facts: CallFacts,
  { response, text }: { response: PlatformResponse; text: string },
  checkResponse: ClientOptions['checkResponse'],
): ParsedResponse {
  const { ok, status } = response;
  // A 4xx response means that the request was not processed, except after a timeout (408).
  facts.mayHaveEffect ||= status < 400 || status >= 500 || status === 408;
  const unexpected = (found: string) => new UnexpectedResponseError(facts, response, found, text);
  const body = ok || status >= 400 ? parseObject(text) : undefined;
  const validate = () => {
    let violations: readonly string[];
    try {
      violations = checkResponse?.({ operation: facts.operation.id, status, body }) ?? [];
    } catch (cause) {
      throw new LocalError(facts, 'checkResponse', cause);
    }
    if (violations.length > 0)
      throw unexpected(`a body that violates the contract (${firstThree(violations)})`);
  };
  if (ok) {
    if (!body) throw unexpected(describeBody(response, text));
    validate();
    return { result: { ok, status, data: body, response } };
  }
  if (status === 304) return { result: { ok, status, response } };
  if (status < 400) throw unexpected('a redirect. Check `baseUrl`');
  if (isProblem(body)) {
    validate();
    return { result: { ok, status, problem: body, response } };
  }
  const thrown = unexpected(describeBody(response, text));
  return {
    result: { ok, status, problem: unexpectedProblem(thrown), response },
    unexpected: thrown,
  };
}

/**
 * Parses a body as a JSON object, because every body in the contracts is an object.
 *
 * @returns `undefined` if the text is not a JSON object
 */
function parseObject(text: string): object | undefined {
  try {
    return /^\s*\{/.test(text) ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function describeBody({ headers }: PlatformResponse, text: string): string {
  if (text === '') return 'an empty body';
  const type = headers.get('content-type') ?? 'a body without a media type';
  return type.includes('json') ? `${type} that is not as documented` : `${type} instead of JSON`;
}

/** Checks the members that error messages use, because the response may not be from the service. */
function isProblem(body: unknown): body is ProblemBody {
  const {
    code,
    status,
    type,
    title,
    detail = '',
    request_id,
  } = (body ?? {}) as Partial<ProblemBody>;
  return typeof status === 'number' && [code, type, title, detail, request_id].every(isString);
}

function unexpectedProblem({
  message,
  status,
  requestId,
}: UnexpectedResponseError): UnexpectedProblem {
  return {
    type: 'about:blank',
    title: `HTTP ${status}`,
    status,
    detail: message,
    code: 'unexpected_response',
    request_id: requestId ?? 'none',
    retryable: isTransient(status),
  };
}
