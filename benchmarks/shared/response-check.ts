import type { Operation, Response } from '@delivery-api/specs/contract';
import type { ApiContract } from './contracts.ts';
import type { RawResponse } from './raw-http.ts';

const httpHeaders = ['connection', 'content-length', 'content-type', 'date', 'keep-alive'];

/**
 * Checks a response against the contract. For a success, checks the status, the media type, the
 * headers, and the body; for an error, checks the problem against its schema and the catalog.
 *
 * @param operation `undefined` if the request matched no operation; then, only problems are valid
 * @returns the violations; empty if the response is valid
 */
export function checkResponse(
  api: ApiContract,
  operation: Operation | undefined,
  response: RawResponse,
  method: string,
): string[] {
  if (response.status >= 400 || operation === undefined)
    return checkProblem(api, operation, response, method);
  const documented = operation.responses.find(({ status }) => status === response.status);
  if (documented === undefined) return [`${response.status} is not documented for ${operation.id}`];
  return [
    ...checkHeaders(api, documented, response),
    ...checkBody(api, documented, response, method),
  ];
}

function checkProblem(
  { contract, validate }: ApiContract,
  operation: Operation | undefined,
  { status, headers, text }: RawResponse,
  method: string,
): string[] {
  const violations: string[] = [];
  const expect = (isValid: boolean, violation: string): void =>
    void (isValid || violations.push(violation));
  const mediaType = headers['content-type'];
  expect(mediaType === 'application/problem+json', `the media type is ${mediaType}`);
  expect(Boolean(headers['request-id']), 'the header Request-Id is missing');
  if (method === 'HEAD') return violations;
  const problem = parseJson(text) as Record<string, unknown> | undefined;
  if (problem === undefined) return [...violations, 'the body is not JSON'];
  const entry = contract.problems.get(String(problem.code));
  if (entry === undefined)
    return [...violations, `the code '${problem.code}' is not in the catalog`];
  const { code } = entry;
  const isDocumented =
    entry.scope === 'server' ||
    operation === undefined ||
    operation.responses.some(({ codes }) => codes.includes(code));
  violations.push(...validate({ $ref: '#/components/schemas/Problem' }, problem));
  expect(entry.status === status && problem.status === status, `${status} is wrong for ${code}`);
  expect(problem.type === `${contract.docsBase}/errors#${code}`, `the type is ${problem.type}`);
  expect(problem.retryable === entry.retryable, 'retryable differs from the catalog');
  expect(problem.request_id === headers['request-id'], 'request_id differs from Request-Id');
  expect(isDocumented, `${code} is not documented for ${operation?.id}`);
  for (const name of entry.extensions) expect(name in problem, `${code} has no ${name}`);
  const challenge = headers['www-authenticate'] ?? '';
  expect(status !== 401 || challenge.startsWith('Bearer'), '401 has no WWW-Authenticate');
  expect(status !== 405 || Boolean(headers.allow), '405 has no Allow');
  return violations;
}

function checkHeaders(
  { validate }: ApiContract,
  documented: Response,
  { headers }: RawResponse,
): string[] {
  const known = new Map(documented.headers.map((header) => [header.name.toLowerCase(), header]));
  return [
    ...Object.keys(headers)
      .filter((name) => !known.has(name) && !httpHeaders.includes(name))
      .map((name) => `the header ${name} is not in the contract`),
    ...[...known].flatMap(([name, { required, schema }]) => {
      const value = headers[name];
      if (value === undefined) return required ? [`the header ${name} is missing`] : [];
      const violations = validate(schema, schema.type === 'integer' ? Number(value) : value);
      return violations.map((violation) => `the header ${name}${violation}`);
    }),
  ];
}

function checkBody(
  { validate }: ApiContract,
  { content, status }: Response,
  { headers, text }: RawResponse,
  method: string,
): string[] {
  if (method === 'HEAD') return [];
  if (content === undefined) return text === '' ? [] : [`${status} has a body`];
  if (headers['content-type'] !== content.mediaType)
    return [`the media type is ${headers['content-type']}`];
  const body = parseJson(text);
  return body === undefined ? ['the body is not JSON'] : validate(content.schema, body);
}

/** Returns the value of a JSON text; `undefined` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
