import type { UnionBranch } from '@delivery-api/sandbox';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { JSONSchema } from '@stoplight/prism-http/dist/types.js';
import type { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types.js';
import { validateAgainstSchema } from '@stoplight/prism-http/dist/validator/validators/utils.js';
import {
  DiagnosticSeverity,
  type IHttpHeaderParam,
  type IHttpOperation,
  type IHttpPathParam,
} from '@stoplight/types';

// Prism's `validateInput` and `validateOutput` parse the path template, the media type and all
// headers in each call, although the mock has already parsed them. This module directly calls the
// validators that these functions use, which halves the CPU time of a read request.

type Violations = readonly IPrismDiagnostic[];
type Parameters = readonly (IHttpHeaderParam | IHttpPathParam)[];
type Direction = 'request' | 'response';

/** Values of Prism's enum `ValidationContext`. */
const contexts: Readonly<Record<Direction, ValidationContext>> = { request: 0, response: 1 };

const missingBody: IPrismDiagnostic = {
  code: 'required',
  message: 'Body parameter is required',
  severity: DiagnosticSeverity.Error,
};

/** Headers of a request or response. Names are in lower case or as in the contract. */
type Headers = Readonly<Record<string, unknown>>;

/** The parts of a request for which the contract has schemas. */
interface RequestParts {
  /** Decoded values of the path parameters, by name. */
  parameters: ReadonlyMap<string, string>;
  headers: Headers;
  body: unknown;
}

/**
 * Returns the violations that Prism finds in the body, headers and path of a request.
 *
 * @param branch the selected branch if the body is a union; only this branch reports violations
 */
export function validateRequest(
  operation: IHttpOperation,
  { parameters, headers, body }: RequestParts,
  branch?: UnionBranch,
): Violations {
  const { request = {} } = operation;
  const path = Object.fromEntries(parameters);
  return [
    ...requestBodyViolations(operation, body, branch),
    ...parameterViolations(operation, 'header', request.headers, headers, 'request'),
    ...parameterViolations(operation, 'path', request.path, path, 'request'),
  ];
}

function requestBodyViolations(
  operation: IHttpOperation,
  body: unknown,
  branch: UnionBranch | undefined,
): Violations {
  const expected = operation.request?.body;
  if (expected?.required === true && !body) return [missingBody];
  if (body === undefined || body === null) return [];
  const schema = expected?.contents?.[0]?.schema;
  const narrow = schema && branch ? branchSchema(schema, branch) : schema;
  return schemaViolations(body, narrow, 'body', 'request', operation);
}

/** Returns the violations that Prism finds in the body of a response with a documented status. */
export function validateResponseBody(
  operation: IHttpOperation,
  status: number,
  body: unknown,
): Violations {
  const schema = responseFor(operation, status)?.contents?.[0]?.schema;
  return schemaViolations(body, schema, 'body', 'response', operation);
}

/**
 * Returns the violations that Prism finds in the headers of a response with a documented status.
 */
export function validateResponseHeaders(
  operation: IHttpOperation,
  status: number,
  headers: Headers,
): Violations {
  const documented = responseFor(operation, status)?.headers;
  return parameterViolations(operation, 'header', documented, headers, 'response');
}

const responseFor = ({ responses }: IHttpOperation, status: number) =>
  responses.find(({ code }) => code === String(status));

const branches = new WeakMap<JSONSchema, Map<number, JSONSchema>>();

/**
 * Returns the schema of the branch. Later calls return the same object, because Prism compiles each
 * schema object only once.
 */
function branchSchema(union: JSONSchema, { index, schema }: UnionBranch): JSONSchema {
  const byIndex = branches.get(union) ?? new Map<number, JSONSchema>();
  branches.set(union, byIndex);
  const branch = (union.oneOf?.[index] ?? schema) as JSONSchema;
  const selected = byIndex.get(index) ?? { ...branch, $schema: union.$schema };
  byIndex.set(index, selected);
  return selected;
}

function schemaViolations(
  value: unknown,
  schema: JSONSchema | undefined,
  position: 'body' | 'header' | 'path',
  direction: Direction,
  operation: IHttpOperation,
): Violations {
  if (schema === undefined) return [];
  const { __bundled__: bundled } = operation as { __bundled__?: unknown };
  const [coerce, context] = [position !== 'body', contexts[direction]];
  const result = validateAgainstSchema(value, schema, coerce, context, position, bundled);
  return result._tag === 'Some' ? result.value : [];
}

function parameterViolations(
  operation: IHttpOperation,
  position: 'header' | 'path',
  parameters: Parameters = [],
  sent: Headers,
  direction: Direction,
): Violations {
  if (parameters.length === 0) return [];
  const values: Record<string, unknown> = {};
  // Like Prism, this treats an empty value as a missing one.
  for (const { name } of parameters) {
    const value = sent[name] ?? sent[name.toLowerCase()];
    if (value !== undefined && value !== '') values[name.toLowerCase()] = value;
  }
  return schemaViolations(values, schemaOf(parameters), position, direction, operation);
}

const schemas = new WeakMap<Parameters, JSONSchema>();

/** Returns the schema of an object with the parameters. Prism compiles it only once. */
function schemaOf(parameters: Parameters): JSONSchema {
  const known = schemas.get(parameters);
  if (known !== undefined) return known;
  const byName = parameters.map(({ name, schema = {} }) => [name.toLowerCase(), schema] as const);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(byName),
    required: parameters.filter(({ required }) => required).map(({ name }) => name.toLowerCase()),
  } as JSONSchema;
  schemas.set(parameters, schema);
  return schema;
}
