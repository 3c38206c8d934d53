import type { OperationDefinition } from '../contract/operation.js';
import type { TransportRequest } from '../http/transport.js';
import type { AnyOptions } from './context.js';

/** A request, but for what each attempt adds: the token and the signal. */
export type PreparedRequest = Omit<TransportRequest, 'signal'>;

/**
 * Turns a flat input and its options into one request. Its body is written here, once, so that
 * every attempt sends the same bytes.
 *
 * @param bound path parameters that are the same in every call
 * @param idempotencyKey the key, where the operation takes one
 * @throws {TypeError} when an id could lead to another path, or the key has not the form of the
 * contract
 */
export function prepare(
  operation: OperationDefinition,
  bound: Record<string, string>,
  input: Record<string, unknown>,
  { headers, ifNoneMatch }: AnyOptions,
  idempotencyKey: string | undefined,
): PreparedRequest {
  const { id, method, path, inPath } = operation;
  const pathParameters = { ...bound };
  const body = operation.body ? { ...input } : undefined;
  for (const name of inPath) {
    pathParameters[name] = pathValue(id, name, input[name]);
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
 * `.` and `..` would be resolved by the URL parser and lead to another path.
 *
 * @throws {TypeError} when the value is no id
 */
export function pathValue(operation: string, name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError(
      `${operation}: ${name} has to be a text that can stand in a path, not ${JSON.stringify(value)}. Nothing was sent.`,
    );
  }
  return value;
}
