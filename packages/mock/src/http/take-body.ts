import type { IncomingMessage } from 'node:http';
import { ProblemError } from '@delivery-api/sandbox/kernel/problem-error.ts';
import type { Operation } from '@delivery-api/specs/contract';
import { parseJson } from './parse-json.ts';
import { type Body, readBody } from './read-body.ts';

/** The client left before its request was complete; there is nobody to answer. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

/**
 * Reads the body of a request to an operation that takes one.
 *
 * @param invite is called once the body is wanted (`Expect: 100-continue`)
 * @throws {ProblemError} `payload_too_large` or `unsupported_media_type`; what is wrong inside is for
 * {@link parseBody}, because it is judged later
 * @throws {ClientGone}
 */
export async function takeBody(
  message: IncomingMessage,
  operation: Operation,
  invite: () => void,
): Promise<Body> {
  const limit = operation.limits.max_body_bytes ?? 0;
  const coding = (message.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const isGzip = coding === 'gzip' || coding === 'x-gzip';
  if (Number(message.headers['content-length'] ?? 0) <= limit) invite();
  const body = await readBody(message, limit, isGzip);
  if (body.fault === 'gone') throw new ClientGone();
  if (body.fault === 'too_large') {
    throw new ProblemError(
      'payload_too_large',
      `${operation.id} takes bodies of up to ${limit} bytes, counted after unpacking.`,
      { members: { max_bytes: limit } },
    );
  }
  if (!isGzip && coding !== 'identity') {
    throw new ProblemError(
      'unsupported_media_type',
      `The Content-Encoding '${coding}' is not taken; send the body plain or as gzip.`,
    );
  }
  refuseOtherMedia(message, body.bytes?.length === 0);
  return body;
}

/** @throws {ProblemError} `malformed_json` */
export function parseBody({ bytes }: Body): unknown {
  if (bytes === undefined)
    throw new ProblemError(
      'malformed_json',
      'The body is not gzip, though the header Content-Encoding says so.',
    );
  return parseJson(bytes);
}

/**
 * @throws {ProblemError} `unsupported_media_type`, unless it is JSON in UTF-8 or, where `isEmpty`,
 * nothing
 */
export function refuseOtherMedia({ headers }: IncomingMessage, isEmpty: boolean): void {
  const [type = '', ...parameters] = (headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  if (type === '' && isEmpty) return;
  if (type !== 'application/json') {
    throw new ProblemError(
      'unsupported_media_type',
      type === ''
        ? 'The header Content-Type is missing; send `Content-Type: application/json`.'
        : `The Content-Type '${type}' is not taken; send \`application/json\`.`,
    );
  }
  const charset = parameters
    .find((parameter) => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw new ProblemError(
      'unsupported_media_type',
      `JSON is taken in UTF-8 only, not in '${charset}'.`,
    );
  }
}
