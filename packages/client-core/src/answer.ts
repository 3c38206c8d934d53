import { UnexpectedAnswerError } from './api-error.js';
import type { TransportAnswer } from './transport.js';
import type { Failure, NotModified, ProblemBody, Success, UnexpectedProblem } from './types.js';

/** Any answer, before its status is known to the types. */
export type AnyResult = Success<number, unknown> | Failure<number, ProblemBody> | NotModified;

/**
 * Reads an answer into a result.
 *
 * @throws {UnexpectedAnswerError} when a success carries something else than JSON
 */
export async function readAnswer(operation: string, { response, error }: TransportAnswer): Promise<AnyResult> {
  const answer = response as Response;
  if (answer.ok) return { ok: true, status: answer.status, data: await json(operation, answer), response };
  if (answer.status === 304) return { ok: false, status: 304, response };
  return { ok: false, status: answer.status, problem: isProblem(error) ? error : unexpected(answer, error), response };
}

async function json(operation: string, answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (text === '') throw new UnexpectedAnswerError(operation, answer, 'an empty body');
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswerError(operation, answer, answer.headers.get('content-type') ?? 'an untyped body');
  }
}

function isProblem(body: unknown): body is ProblemBody {
  return (
    typeof body === 'object' &&
    body !== null &&
    typeof (body as ProblemBody).code === 'string' &&
    typeof (body as ProblemBody).status === 'number'
  );
}

function unexpected(answer: Response, body: unknown): UnexpectedProblem {
  const found = body === undefined || body === '' ? 'an empty body' : (answer.headers.get('content-type') ?? 'an untyped body');
  return {
    type: 'about:blank',
    title: answer.statusText || `HTTP ${answer.status}`,
    status: answer.status,
    detail: `The answer carries ${found} instead of a problem. Does something between you and the service answer in its place?`,
    code: 'unexpected_answer',
    request_id: answer.headers.get('request-id') ?? 'none',
    retryable: answer.status === 408 || answer.status === 429 || answer.status >= 500,
  };
}
