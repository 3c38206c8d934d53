import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProblemError } from '@delivery-api/sandbox';
import type { Operation } from '@delivery-api/specs/contract';
import { parseJson } from './parse-json.ts';
import { type Body, readBody } from './read-body.ts';

/** Signals that the client closed the connection before its request was complete. */
export class ClientClosedError extends Error {
  override name = 'ClientClosedError';
}

/** A problem that a request header causes. The response does not contain the name of the header. */
export class HeaderProblem extends ProblemError {
  readonly header: string;

  constructor(header: string, code: string, message: string) {
    super(code, message);
    this.header = header;
  }
}

/** Sends `100 Continue` to a client that waits for it (`Expect: 100-continue`). */
export function sendContinue({ headers }: IncomingMessage, response: ServerResponse): void {
  if (/^100-continue$/i.test(headers.expect ?? '')) response.writeContinue();
}

/**
 * Reads the body of a request to an operation that has a body. {@link parseBody} parses it later,
 * because the contract specifies other checks between the two steps.
 *
 * @param beforeRead called before the body is read, unless `Content-Length` exceeds the limit
 * @throws {ProblemError} `payload_too_large`
 * @throws {HeaderProblem} `unsupported_media_type`
 * @throws {ClientClosedError} if the client closes the connection first
 */
export async function readRequestBody(
  message: IncomingMessage,
  operation: Operation,
  beforeRead: () => void,
): Promise<Body> {
  const limit = operation.limits.max_body_bytes ?? 0;
  const coding = (message.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const isGzip = coding === 'gzip' || coding === 'x-gzip';
  if (Number(message.headers['content-length'] ?? 0) <= limit) beforeRead();
  const body = await readBody(message, limit, isGzip);
  if (body.failure === 'closed') throw new ClientClosedError();
  if (body.failure === 'too_large') {
    throw new ProblemError(
      'payload_too_large',
      `${operation.id} accepts bodies of up to ${limit} bytes after decompression.`,
      { members: { max_bytes: limit } },
    );
  }
  if (!isGzip && coding !== 'identity') {
    throw new HeaderProblem(
      'Content-Encoding',
      'unsupported_media_type',
      `The Content-Encoding '${coding}' is not supported; send the body without compression or with gzip.`,
    );
  }
  requireJsonMediaType(message, body.bytes?.length === 0);
  return body;
}

/**
 * Parses the body of a request as JSON, and truncates arrays with more than 10,000 items.
 *
 * @throws {HeaderProblem} `malformed_json` if the body is not gzip as declared
 * @throws {ProblemError} `malformed_json` if the body is not JSON
 */
export function parseBody({ bytes }: Body): unknown {
  if (bytes === undefined)
    throw new HeaderProblem(
      'Content-Encoding',
      'malformed_json',
      'The Content-Encoding header specifies gzip, but the body is not compressed with gzip.',
    );
  return truncateLongArrays(parseJson(bytes));
}

/**
 * Checks that the media type is JSON in UTF-8.
 *
 * @param isEmpty whether the body is empty, so that the media type can be absent
 * @throws {HeaderProblem} `unsupported_media_type`
 */
// Not `util.MIMEType`: it throws for a malformed header, which the message must quote.
export function requireJsonMediaType({ headers }: IncomingMessage, isEmpty: boolean): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (type === '' && isEmpty) return;
  if (type !== 'application/json') {
    throw new HeaderProblem(
      'Content-Type',
      'unsupported_media_type',
      type === ''
        ? 'The Content-Type header is missing; send `Content-Type: application/json`.'
        : `The Content-Type '${type}' is not supported; send \`application/json\`.`,
    );
  }
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw new HeaderProblem(
      'Content-Type',
      'unsupported_media_type',
      `JSON must be in UTF-8, not in '${charset}'.`,
    );
  }
}

/** The contracts allow at most 10,000 items in any array of a request. */
const maxItems = 10_000;

/**
 * Truncates every array with more than 10,000 items to 10,001 items, so that the request stays
 * invalid for the same reason. Ajv collects the errors of referenced items in quadratic time:
 * 100,000 items would block the server for 20 seconds. Changes the body in place.
 */
function truncateLongArrays(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (Array.isArray(body) && body.length > maxItems) body.length = maxItems + 1;
  for (const child of Object.values(body)) truncateLongArrays(child);
  return body;
}
