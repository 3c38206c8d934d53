import type { OperationDefinition } from '../contract/operation.js';
import { ApiError } from '../errors/api-error.js';
import { UnexpectedAnswerError } from '../errors/unexpected-answer-error.js';
import { openapiFetchTransport } from '../http/transport.js';
import type { ClientOptions } from '../options/client-options.js';
import {
  type AnyOptions,
  type ClientContext,
  platform,
  type Surroundings,
  surroundings,
} from './context.js';
import { limitsOf } from './limits.js';
import { pathValue } from './prepare.js';
import { send } from './send.js';
import { checked, tokensOf } from './tokens.js';

/** Any method, before the generated code gives it its type. */
// biome-ignore lint/suspicious/noExplicitAny: the generated interface names input, data and result of each method.
type AnyMethod = any;

/**
 * Makes the function that turns an operation's definition into a client method.
 *
 * @param bound path parameters that are the same in every call, such as `partner_name`
 * @throws {TypeError} when an option is missing or not of its form
 */
export function createCaller(
  options: ClientOptions,
  bound: Record<string, string>,
): (operation: OperationDefinition) => AnyMethod {
  checkOptions(options, bound);
  const around = {
    ...platform,
    ...(options as { [surroundings]?: Partial<Surroundings> })[surroundings],
  };
  const client: ClientContext = {
    options,
    bound,
    transport: around.transport ?? openapiFetchTransport(options.baseUrl, options.fetch),
    token: typeof options.token === 'function' ? tokensOf(options.token) : checked(options.token),
    surroundings: around,
    told: new Set(),
  };
  return (operation) => {
    const call = (input: Record<string, unknown> = {}, callOptions: AnyOptions = {}) =>
      send(client, operation, input, callOptions);
    const method = async (input: Record<string, unknown>, callOptions?: AnyOptions) =>
      dataOf(await call(input, callOptions));
    const result = async (input: Record<string, unknown>, callOptions?: AnyOptions) =>
      (await call(input, callOptions)).result;
    return Object.assign(method, { result });
  };
}

function dataOf({ result, unexpected, facts }: Awaited<ReturnType<typeof send>>): unknown {
  if (result.ok) return result.data;
  const { problem, response } = result;
  if (unexpected) throw unexpected;
  throw problem
    ? new ApiError(facts, problem, response)
    : new UnexpectedAnswerError(facts, response, 'no body');
}

function checkOptions(options: ClientOptions, bound: Record<string, string>): void {
  if (!isBaseUrl(options.baseUrl)) {
    throw new TypeError(
      'baseUrl has to be the http(s) base address of the interface, without user, query and fragment.',
    );
  }
  limitsOf(options, {});
  for (const [name, value] of Object.entries(bound))
    pathValue(
      'options',
      name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
      value,
    );
}

function isBaseUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\/[^?#@]+$/.test(value) && URL.canParse(value);
}
