import type { Json } from '@delivery-api/specs/contract';
import type { PrismHttpComponents } from '@stoplight/prism-http';
import mocker from '@stoplight/prism-http/dist/mocker/index.js';
import type { IHttpOperation } from '@stoplight/types';
import type { ExampleChoice } from './api-request.ts';

/** A response that Prism creates from an example in the contract. */
export interface ExampleResponse {
  status: number;
  /** Names as in the contract. */
  headers: Readonly<Record<string, string>>;
  body: Json | undefined;
}

const responses = new WeakMap<IHttpOperation, Map<string, ExampleResponse>>();

/**
 * Returns the example that Prism selects as the response to a valid request. The selection depends
 * only on the operation and the choice, so Prism runs once for each combination.
 *
 * @param choice a documented response. Default: the success response
 */
export function exampleResponse(
  operation: IHttpOperation,
  choice: ExampleChoice | undefined,
): ExampleResponse {
  const byChoice = responses.get(operation) ?? new Map<string, ExampleResponse>();
  responses.set(operation, byChoice);
  const key = `${choice?.status} ${choice?.example}`;
  const response = byChoice.get(key) ?? selectExample(operation, choice);
  byChoice.set(key, response);
  return response;
}

function selectExample(
  operation: IHttpOperation,
  choice: ExampleChoice | undefined,
): ExampleResponse {
  const config = {
    dynamic: false,
    mediaTypes: ['application/json', 'application/problem+json'],
    ...(choice !== undefined && { code: choice.status }),
    ...(choice?.example !== undefined && { exampleKey: choice.example }),
  };
  const data = { method: operation.method as 'get', url: { path: operation.path } };
  const result = mock({ resource: operation, input: { data, validations: [] }, config })(logger);
  if (result._tag === 'Left') throw result.left;
  const { statusCode, headers = {}, body } = result.right;
  return { status: statusCode, headers, body: body as Json | undefined };
}

// Prism is a CommonJS module. Vite unwraps its default export; Node.js and esbuild do not.
const mock =
  'default' in mocker ? mocker.default : (mocker as unknown as (typeof mocker)['default']);

const ignore = (): void => {};

/** Discards Prism's log output, because the mock logs each request. */
const logger = {
  fatal: ignore,
  error: ignore,
  warn: ignore,
  info: ignore,
  debug: ignore,
  trace: ignore,
  success: ignore,
  child: () => logger,
} as unknown as PrismHttpComponents['logger'];
