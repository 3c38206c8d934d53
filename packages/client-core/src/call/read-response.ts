import type {
  Failure,
  NotModified,
  ProblemBody,
  Success,
  UnexpectedProblem,
} from '../contract/results.js';
import { type CallFacts, few, isText } from '../errors/call-error.js';
import { UnexpectedAnswerError } from '../errors/unexpected-answer-error.js';
import type { PlatformResponse } from '../http/platform.js';
import { NoAnswer, type TransportAnswer } from '../http/transport.js';
import type { ClientOptions } from '../options/client-options.js';

/** Any answer, before its status is known to the types. */
export type AnyResult = Success<number, unknown> | Failure<number, ProblemBody> | NotModified;

/** An answer as a result; `unexpected` is set when a failing one carried no problem. */
export interface Reading {
  result: AnyResult;
  unexpected?: UnexpectedAnswerError;
}

/**
 * Reads an answer into a result.
 *
 * @throws {UnexpectedAnswerError} when a success is not JSON, when it is a redirect, and when
 * `checkAnswer` finds something
 * @throws {NoAnswer} when the body breaks off
 */
export async function readAnswer(
  facts: CallFacts,
  { response, error }: TransportAnswer,
  checkAnswer: ClientOptions['checkAnswer'],
): Promise<Reading> {
  const { ok, status } = response;
  const check = (body: unknown) => {
    const faults = checkAnswer?.({ operation: facts.operation.id, status, body }) ?? [];
    if (faults.length > 0)
      throw new UnexpectedAnswerError(
        facts,
        response,
        `a body outside the contract (${few(faults)})`,
      );
  };
  if (ok) {
    const data = await json(facts, response as Response);
    check(data);
    return { result: { ok, status, data, response } };
  }
  if (status === 304) return { result: { ok, status, response } };
  if (status < 400)
    throw new UnexpectedAnswerError(
      facts,
      response,
      'a redirect, which is not followed. Compare `baseUrl`',
    );
  if (isProblem(error)) {
    check(error);
    return { result: { ok, status, problem: error, response } };
  }
  const unexpected = new UnexpectedAnswerError(
    facts,
    response,
    found(response, error === undefined || error === ''),
  );
  return {
    result: { ok, status, problem: unexpectedProblem(unexpected, response), response },
    unexpected,
  };
}

async function json(facts: CallFacts, response: Response): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (cause) {
    throw new NoAnswer(cause);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswerError(facts, response, found(response, text === ''));
  }
}

function found({ headers }: PlatformResponse, empty: boolean): string {
  if (empty) return 'an empty body';
  const type = headers.get('content-type') ?? 'an untyped body';
  return type.includes('json')
    ? `${type} that is broken or not of the contract`
    : `${type} instead of JSON`;
}

/**
 * What goes into messages has to be text: something that poses as the service may send anything.
 */
function isProblem(body: unknown): body is ProblemBody {
  const {
    code,
    status,
    type,
    title,
    detail = '',
    request_id,
  } = (body ?? {}) as Partial<ProblemBody>;
  return typeof status === 'number' && [code, type, title, detail, request_id].every(isText);
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
