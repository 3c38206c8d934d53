import { type AnyResult, readAnswer } from './answer.js';
import { ApiError } from './api-error.js';
import { openapiFetchTransport, type Transport } from './transport.js';
import type { CallOptions, ClientOptions, OperationDefinition, ProblemBody } from './types.js';

type AnyOptions = CallOptions & { idempotencyKey?: string; ifNoneMatch?: string };

/** Any method, before the generated code gives it its type. */
// biome-ignore lint/suspicious/noExplicitAny: the generated interface names input, data and result of each method.
type AnyMethod = any;

/**
 * Makes the function that turns an operation's definition into a client method.
 *
 * @param bound path parameters that are the same in every call, such as `partner_name`
 * @throws {TypeError} when an option is missing or not of its form
 */
export function createCaller(options: ClientOptions, bound: Record<string, string>): (operation: OperationDefinition) => AnyMethod {
  checkOptions(options, bound);
  const transport = openapiFetchTransport(options.baseUrl, options.fetch);
  return (operation) => {
    const result = (input: Record<string, unknown>, callOptions: AnyOptions = {}) =>
      send(operation, transport, options, bound, input, callOptions);
    const method = async (input: Record<string, unknown>, callOptions?: AnyOptions) =>
      dataOf(operation.id, await result(input, callOptions));
    return Object.assign(method, { result });
  };
}

async function send(
  operation: OperationDefinition,
  transport: Transport,
  { token }: ClientOptions,
  bound: Record<string, string>,
  input: Record<string, unknown>,
  { headers = {}, idempotencyKey, ifNoneMatch, signal }: AnyOptions,
): Promise<AnyResult> {
  const body: Record<string, unknown> = { ...input };
  const pathParameters = { ...bound };
  for (const name of operation.inPath) {
    pathParameters[name] = pathValue(operation.id, name, input[name]);
    delete body[name];
  }
  signal?.throwIfAborted();
  const bearer = typeof token === 'function' ? await token() : token;
  const answer = await transport({
    method: operation.method,
    path: operation.path,
    pathParameters,
    headers: {
      ...headers,
      Accept: 'application/json, application/problem+json',
      Authorization: `Bearer ${bearer}`,
      ...(operation.body && { 'Content-Type': 'application/json' }),
      ...(operation.keyed && { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
      ...(ifNoneMatch !== undefined && { 'If-None-Match': ifNoneMatch }),
    },
    body: operation.body ? body : undefined,
    signal,
  });
  return readAnswer(operation.id, answer);
}

function dataOf(operation: string, result: AnyResult): unknown {
  if (result.ok) return result.data;
  const problem: ProblemBody = result.problem ?? {
    type: 'about:blank',
    title: 'Not Modified',
    status: 304,
    detail: 'A conditional read was answered without a body. Use `.result` with `ifNoneMatch`.',
    code: 'not_modified',
    request_id: 'none',
    retryable: false,
  };
  throw new ApiError(operation, problem, result.response);
}

/** `.` and `..` would be resolved by the URL parser and lead to another path. */
function pathValue(operation: string, name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
    throw new TypeError(`${operation}: ${name} has to be an id, not ${JSON.stringify(value) ?? 'undefined'}. Nothing was sent.`);
  }
  return value;
}

function checkOptions(options: ClientOptions, bound: Record<string, string>): void {
  if (!/^https?:\/\//.test(options.baseUrl ?? '')) {
    throw new TypeError(
      `baseUrl has to be the http(s) base address of the interface, not ${JSON.stringify(options.baseUrl) ?? 'undefined'}.`,
    );
  }
  if (typeof options.token !== 'function' && (typeof options.token !== 'string' || options.token === '')) {
    throw new TypeError('token has to be a bearer token, or a function that gives one.');
  }
  for (const [name, value] of Object.entries(bound)) pathValue('createClient', name, value);
}
