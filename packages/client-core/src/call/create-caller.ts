import type { OperationDefinition } from '../contract/operation.js';
import { ApiError } from '../errors/api-error.js';
import { UnexpectedResponseError } from '../errors/unexpected-response-error.js';
import { InputError } from '../http/failures.js';
import { headerRecord } from '../http/headers.js';
import type { PlatformFetch } from '../http/platform.js';
import type { Sender } from '../http/transport.js';
import type { ClientOptions, TokenRequest } from '../options/client-options.js';
import {
  type AnyCallOptions,
  type ClientContext,
  type Environment,
  environmentKey,
  platformEnvironment,
} from './context.js';
import { type ClientIdentity, environmentVariable } from './identity.js';
import { resolveLimits } from './limits.js';
import { send } from './send.js';
import { checkToken, type TokenSource, tokenSource } from './tokens.js';

/** Any client method. The generated code has exact types. */
// biome-ignore lint/suspicious/noExplicitAny: generated interfaces have the types of the input and the result.
type AnyMethod = any;

/** Token sources by token function, so that clients with the same function share tokens. */
const tokenSources = new WeakMap<(request: TokenRequest) => unknown, TokenSource>();

/**
 * Creates a function that converts an operation definition to a client method.
 *
 * @param boundParameters path parameters that are the same in every call, such as `partner_name`
 * @param identity identity of the client package, sent with each request; default: none
 * @throws {TypeError} if an option is missing or invalid
 */
export function createCaller(
  options: ClientOptions,
  boundParameters: Record<string, string>,
  identity?: ClientIdentity,
): (operation: OperationDefinition) => AnyMethod {
  const variable = (name: string) =>
    identity && environmentVariable(`${identity.environment}_${name}`);
  const baseUrl = checkBaseUrl(options.baseUrl ?? variable('BASE_URL'));
  resolveLimits(options, {});
  headerRecord(options.headers);
  const sendOnce: Sender = (url, init) => (options.fetch ?? (fetch as PlatformFetch))(url, init);
  const client: ClientContext = {
    options,
    baseUrl,
    host: new URL(baseUrl).host,
    boundParameters,
    send: options.middleware?.(sendOnce) ?? sendOnce,
    token: resolveToken(options.token ?? variable('TOKEN')),
    identity: options.identification === false ? undefined : identity,
    environment: {
      ...platformEnvironment,
      ...(options as { [environmentKey]?: Partial<Environment> })[environmentKey],
    },
    reportedDeprecations: new Set(),
  };
  return (operation) => {
    const call = (input: Record<string, unknown> = {}, callOptions: AnyCallOptions = {}) =>
      send(client, operation, input, callOptions);
    const method = (input: Record<string, unknown>, callOptions?: AnyCallOptions) => {
      const sent = call(input, callOptions);
      const data = sent.then(dataOrThrow);
      const withResponse = async () => ({ data: await data, ...factsOf(await sent) });
      return Object.assign(data, { withResponse });
    };
    const result = async (input: Record<string, unknown>, callOptions?: AnyCallOptions) => {
      const sent = await call(input, callOptions);
      return { ...sent.result, ...factsOf(sent) };
    };
    const isProblem = (error: unknown, code?: string) =>
      error instanceof ApiError &&
      error.operation === operation.id &&
      (code ?? error.code) === error.code;
    return Object.assign(method, { result, isProblem });
  };
}

type Sent = Awaited<ReturnType<typeof send>>;

const factsOf = ({ result: { response }, facts: { attempts, idempotencyKey } }: Sent) => ({
  response,
  attempts,
  idempotencyKey,
});

function dataOrThrow({ result, unexpected, facts }: Sent): unknown {
  if (result.ok) return result.data;
  const { problem, response } = result;
  if (unexpected) throw unexpected;
  throw problem
    ? new ApiError(facts, problem, response)
    : new UnexpectedResponseError(facts, response, 'no body');
}

function resolveToken(token: ClientOptions['token']): string | TokenSource {
  if (typeof token !== 'function') return checkToken(token);
  const source = tokenSources.get(token) ?? tokenSource(token);
  tokenSources.set(token, source);
  return source;
}

/**
 * Returns the base URL without trailing slashes.
 *
 * @throws {InputError} if the value is not an http or https URL, or has a user, query or fragment
 */
function checkBaseUrl(value: unknown): string {
  if (
    typeof value === 'string' &&
    /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(value) &&
    URL.canParse(value)
  )
    return value.replace(/\/+$/, '');
  throw new InputError('baseUrl must be an http or https URL without user, query or fragment');
}
