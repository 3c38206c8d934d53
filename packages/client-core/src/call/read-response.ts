import type {
  Failure,
  NotModified,
  ProblemBody,
  Success,
  UnexpectedProblem,
} from '../contract/results.js';
import { type CallFacts, firstThree, isString } from '../errors/call-error.js';
import { UnexpectedAnswerError } from '../errors/unexpected-answer-error.js';
import type { PlatformResponse } from '../http/platform.js';
import { NoResponse, type TransportResponse } from '../http/transport.js';
import type { ClientOptions } from '../options/client-options.js';

/** A result of any operation and status. */
export type AnyResult = Success<number, unknown> | Failure<number, ProblemBody> | NotModified;

/** A response as a result. `unexpected` is set if an error response has no problem. */
export interface ParsedResponse {
  result: AnyResult;
  unexpected?: UnexpectedAnswerError;
}

/**
 * Converts a response to a result.
 *
 * @throws {UnexpectedAnswerError} if the response is a redirect, a 2xx body is not JSON, or
 * `checkAnswer` finds violations
 * @throws {NoResponse} if the body is incomplete
 */
export async function readResponse(
  facts: CallFacts,
  { response, error }: TransportResponse,
  checkAnswer: ClientOptions['checkAnswer'],
): Promise<ParsedResponse> {
  const { ok, status } = response;
  const unexpected = (found: string) => new UnexpectedAnswerError(facts, response, found);
  const validate = (body: unknown) => {
    const violations = checkAnswer?.({ operation: facts.operation.id, status, body }) ?? [];
    if (violations.length > 0)
      throw unexpected(`a body outside the contract (${firstThree(violations)})`);
  };
  if (ok) {
    const text = await readText(response as Response);
    const data = parseJson(text, () => unexpected(describeBody(response, text === '')));
    validate(data);
    return { result: { ok, status, data, response } };
  }
  if (status === 304) return { result: { ok, status, response } };
  if (status < 400) throw unexpected('a redirect, which is not followed. Compare `baseUrl`');
  if (isProblem(error)) {
    validate(error);
    return { result: { ok, status, problem: error, response } };
  }
  const thrown = unexpected(describeBody(response, error === undefined || error === ''));
  return {
    result: { ok, status, problem: unexpectedProblem(thrown, response), response },
    unexpected: thrown,
  };
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (cause) {
    throw new NoResponse(cause);
  }
}

function parseJson(text: string, error: () => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw error();
  }
}

function describeBody({ headers }: PlatformResponse, empty: boolean): string {
  if (empty) return 'an empty body';
  const type = headers.get('content-type') ?? 'an untyped body';
  return type.includes('json')
    ? `${type} that is broken or not of the contract`
    : `${type} instead of JSON`;
}

/** Checks the members that error messages use, because the sender may not be the service. */
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

function unexpectedProblem(
  { message, status, requestId }: UnexpectedAnswerError,
  { statusText }: Partial<Response>,
): UnexpectedProblem {
  return {
    type: 'about:blank',
    title: statusText || `HTTP ${status}`,
    status,
    detail: message,
    code: 'unexpected_answer',
    request_id: requestId ?? 'none',
    retryable: status === 408 || status === 429 || status >= 500,
  };
}
