import type { OperationDefinition } from '../contract/operation.js';
import type { TransportRequest } from '../http/transport.js';
import type { AnyCallOptions } from './context.js';

/** A request without the token and the signal, which each attempt adds. */
export type PreparedRequest = Omit<TransportRequest, 'signal'>;

/**
 * Creates the request of a call. The body is serialized here, so that every attempt sends the same
 * bytes.
 *
 * @param boundParameters path parameters that are the same in every call
 * @param idempotencyKey key of the call, if the operation takes one
 * @throws {TypeError} if a path parameter or the key is invalid
 */
export function prepareRequest(
  operation: OperationDefinition,
  boundParameters: Record<string, string>,
  input: Record<string, unknown>,
  { headers, ifNoneMatch }: AnyCallOptions,
  idempotencyKey: string | undefined,
): PreparedRequest {
  const { id, method, path, inPath } = operation;
  const pathParameters = { ...boundParameters };
  const body = operation.body ? { ...input } : undefined;
  for (const name of inPath) {
    pathParameters[name] = checkPathValue(id, name, input[name]);
    delete body?.[name];
  }
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{8,128}$/.test(idempotencyKey)) {
    throw new TypeError(
      `${id}: idempotencyKey has to be 8 to 128 visible ASCII characters. Nothing was sent.`,
    );
  }
  return {
    method,
    path,
    pathParameters,
    headers: [
      headers ?? {},
      {
        Accept: 'application/json, application/problem+json',
        ...(body && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...(ifNoneMatch !== undefined && { 'If-None-Match': ifNoneMatch }),
      },
    ],
    body: body && JSON.stringify(body),
  };
}

/**
 * Returns a path parameter. `.` and `..` are invalid, because the URL parser resolves them to
 * another path.
 *
 * @throws {TypeError} if the value cannot be a path parameter
 */
export function checkPathValue(operation: string, name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError(
      `${operation}: ${name} has to be a text that can stand in a path, not ${JSON.stringify(value)}. Nothing was sent.`,
    );
  }
  return value;
}
