import type { UnionBranch } from '@delivery-api/sandbox';
import type { Json } from '@delivery-api/specs/contract';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { IHttpRequest, PrismHttpComponents } from '@stoplight/prism-http';
import mocker from '@stoplight/prism-http/dist/mocker/index.js';
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js';
import type { IHttpOperation } from '@stoplight/types';
import type { ExampleChoice } from './api-request.ts';

/** A request to an operation. Header names are in lower case. */
export interface PrismRequest {
  method: IHttpRequest['method'];
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A response from an operation. Header names are in lower case. */
export interface PrismResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** The part of an fp-ts `Either` that this module reads. */
type Either<Value, Failure> = { _tag: 'Right'; right: Value } | { _tag: 'Left'; left: Failure };
type Validated = Either<unknown, IPrismDiagnostic[]>;

/**
 * Returns the violations that Prism finds in a request.
 *
 * @param branch the selected branch if the body is a union; only this branch reports violations
 */
export function validateRequest(
  resource: IHttpOperation,
  { method, path, headers, body }: PrismRequest,
  branch?: UnionBranch,
): readonly IPrismDiagnostic[] {
  const element = { method, url: { path, query: {} }, headers, body };
  const narrow = branch === undefined ? resource : withBranch(resource, branch);
  return violationsOf(validateInput({ resource: narrow, element }));
}

const branches = new WeakMap<IHttpOperation, Map<number, IHttpOperation>>();

/**
 * Returns the operation with only the schema of the branch. Later calls return the same object,
 * because Prism compiles each schema object only once.
 */
function withBranch(
  resource: IHttpOperation,
  { index, schema: withoutBranch }: UnionBranch,
): IHttpOperation {
  const byIndex = branches.get(resource) ?? new Map<number, IHttpOperation>();
  branches.set(resource, byIndex);
  const known = byIndex.get(index);
  if (known !== undefined) return known;
  const { request } = resource;
  const contents = request?.body?.contents?.map((content) => {
    const selected = content.schema?.oneOf?.[index] ?? withoutBranch;
    return { ...content, schema: selected as typeof content.schema };
  });
  const narrow = {
    ...resource,
    request: { ...request, body: { ...request?.body, contents } },
  } as IHttpOperation;
  byIndex.set(index, narrow);
  return narrow;
}

/**
 * Returns the violations that Prism finds in a response with a documented status and media type.
 */
export function validateResponse(
  resource: IHttpOperation,
  { status, headers, body }: PrismResponse,
): readonly IPrismDiagnostic[] {
  const element = { statusCode: status, headers, body };
  return violationsOf(validateOutput({ resource: withResponse(resource, status), element }));
}

const narrowed = new WeakMap<IHttpOperation, Map<number, IHttpOperation>>();

/**
 * Returns the operation with only the response for the status, because Prism compiles a pattern for
 * every response on each call.
 */
function withResponse(resource: IHttpOperation, status: number): IHttpOperation {
  let byStatus = narrowed.get(resource);
  if (byStatus === undefined) {
    byStatus = new Map();
    narrowed.set(resource, byStatus);
  }
  let known = byStatus.get(status);
  if (known === undefined) {
    const responses = resource.responses.filter(({ code }) => code === String(status));
    known = responses.length === 1 ? ({ ...resource, responses } as IHttpOperation) : resource;
    byStatus.set(status, known);
  }
  return known;
}

/** Returns the example that Prism selects as the response to a valid request. */
export function exampleResponse(
  resource: IHttpOperation,
  { method, path, headers, body }: PrismRequest,
  choice: ExampleChoice | undefined,
): { status: number; headers: Record<string, string>; body: Json | undefined } {
  const data = { method, url: { path, query: {} }, headers, body };
  const config = {
    dynamic: false,
    mediaTypes: ['application/json', 'application/problem+json'],
    ...(choice !== undefined && { code: choice.status }),
    ...(choice?.example !== undefined && { exampleKey: choice.example }),
  };
  const result = mock({ resource, input: { data, validations: [] }, config })(logger);
  if (result._tag === 'Left') throw result.left;
  const { statusCode, headers: sent = {}, body: example } = result.right;
  return { status: statusCode, headers: sent, body: example as Json | undefined };
}

// Prism is a CommonJS module. Vite unwraps its default export; Node.js and esbuild do not.
const mock =
  'default' in mocker ? mocker.default : (mocker as unknown as (typeof mocker)['default']);

const violationsOf = (result: Validated): readonly IPrismDiagnostic[] =>
  result._tag === 'Left' ? result.left : [];

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
