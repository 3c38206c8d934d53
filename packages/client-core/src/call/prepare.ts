import type { OperationDefinition } from '../contract/operation.js';
import { InputError } from '../http/failures.js';
import { headerRecord } from '../http/headers.js';
import type { AnyCallOptions, ClientContext } from './context.js';

/** A request without the headers that each attempt adds. */
export interface PreparedRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * Creates the request of a call. The body is serialized here, so that every attempt sends the same
 * bytes.
 *
 * @param idempotencyKey idempotency key of the call, if the operation supports one
 * @throws {InputError} if a path parameter, the idempotency key, or a header is invalid
 */
export function prepareRequest(
  { baseUrl, boundParameters, options }: ClientContext,
  { body: hasBody, method, path }: OperationDefinition,
  input: Record<string, unknown>,
  { headers, ifNoneMatch }: AnyCallOptions,
  idempotencyKey: string | undefined,
): PreparedRequest {
  const body = { ...input };
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{8,128}$/.test(idempotencyKey))
    throw new InputError('idempotencyKey must be 8 to 128 visible ASCII characters');
  const url =
    baseUrl +
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const bound = boundParameters[name];
      if (bound === undefined) delete body[name];
      return encodeURIComponent(bound ?? checkPathValue(name, input[name]));
    });
  return {
    url,
    method: method.toUpperCase(),
    headers: {
      ...headerRecord(options.headers),
      ...headerRecord(headers),
      ...headerRecord({ 'if-none-match': ifNoneMatch }),
      accept: 'application/json, application/problem+json',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: hasBody ? JSON.stringify(body) : null,
  };
}

/**
 * Checks the value of a path parameter, and returns it. `.` and `..` are invalid, because the URL
 * parser resolves them to another path.
 *
 * @throws {InputError} if the value cannot be a path parameter
 */
export function checkPathValue(name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new InputError(
      `${name} must be a non-empty string other than \`.\` and \`..\`; got ${JSON.stringify(value)}`,
    );
  return value;
}
