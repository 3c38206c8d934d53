import type { OperationDefinition } from '../contract/operation.js';
import { ApiError } from '../errors/api-error.js';
import { UnexpectedAnswerError } from '../errors/unexpected-answer-error.js';
import { openapiFetchTransport } from '../http/transport.js';
import type { ClientOptions } from '../options/client-options.js';
import {
  type AnyCallOptions,
  type ClientContext,
  type Environment,
  environmentKey,
  platformEnvironment,
} from './context.js';
import { resolveLimits } from './limits.js';
import { checkPathValue } from './prepare.js';
import { send } from './send.js';
import { checkToken, tokenSource } from './tokens.js';

/** Any client method. The generated code narrows the type. */
// biome-ignore lint/suspicious/noExplicitAny: generated interfaces type the input and the result.
type AnyMethod = any;

/**
 * Creates a function that converts an operation definition to a client method.
 *
 * @param boundParameters path parameters that are the same in every call, such as `partner_name`
 * @throws {TypeError} if an option is missing or invalid
 */
export function createCaller(
  options: ClientOptions,
  boundParameters: Record<string, string>,
): (operation: OperationDefinition) => AnyMethod {
  checkOptions(options, boundParameters);
  const environment = {
    ...platformEnvironment,
    ...(options as { [environmentKey]?: Partial<Environment> })[environmentKey],
  };
  const client: ClientContext = {
    options,
    boundParameters,
    transport: environment.transport ?? openapiFetchTransport(options.baseUrl, options.fetch),
    token:
      typeof options.token === 'function' ? tokenSource(options.token) : checkToken(options.token),
    environment,
    reportedDeprecations: new Set(),
  };
  return (operation) => {
    const call = (input: Record<string, unknown> = {}, callOptions: AnyCallOptions = {}) =>
      send(client, operation, input, callOptions);
    const method = async (input: Record<string, unknown>, callOptions?: AnyCallOptions) =>
      dataOrThrow(await call(input, callOptions));
    const result = async (input: Record<string, unknown>, callOptions?: AnyCallOptions) =>
      (await call(input, callOptions)).result;
    return Object.assign(method, { result });
  };
}

function dataOrThrow({ result, unexpected, facts }: Awaited<ReturnType<typeof send>>): unknown {
  if (result.ok) return result.data;
  const { problem, response } = result;
  if (unexpected) throw unexpected;
  throw problem
    ? new ApiError(facts, problem, response)
    : new UnexpectedAnswerError(facts, response, 'no body');
}

function checkOptions(options: ClientOptions, boundParameters: Record<string, string>): void {
  if (!isBaseUrl(options.baseUrl)) {
    throw new TypeError(
      'baseUrl has to be the http(s) base address of the interface, without user, query and fragment.',
    );
  }
  resolveLimits(options, {});
  for (const [name, value] of Object.entries(boundParameters))
    checkPathValue(
      'options',
      name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
      value,
    );
}

function isBaseUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^?#@]+$/.test(value) && URL.canParse(value);
}
