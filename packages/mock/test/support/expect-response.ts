import type { Operation } from '@delivery-api/specs/contract';
import { expect } from 'vitest';
import type { TestContract } from '../../../sandbox/test/support/contracts.ts';
import type { TestResponse } from './send.ts';

/** Undocumented headers that any HTTP response can contain. */
const http = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
];

/**
 * Expects that a response has a documented status, media type, headers and body, without unknown
 * properties.
 */
export function expectDocumented(
  { validate }: TestContract,
  operation: Operation,
  response: TestResponse,
): void {
  const documented = operation.responses.find(({ status }) => status === response.status);
  if (documented === undefined)
    expect.fail(`${response.status} is not documented for ${operation.id}: ${response.text}`);
  const required = documented.headers
    .filter((header) => header.required)
    .map(({ name }) => name.toLowerCase());
  const known = [...documented.headers.map(({ name }) => name.toLowerCase()), ...http];
  expect(Object.keys(response.headers).filter((name) => !known.includes(name))).toEqual([]);
  expect(Object.keys(response.headers)).toEqual(expect.arrayContaining(required));
  for (const { name, schema } of documented.headers) {
    const value = response.headers[name.toLowerCase()];
    if (value !== undefined)
      expect([name, validate(schema, schema.type === 'integer' ? Number(value) : value)]).toEqual([
        name,
        [],
      ]);
  }
  if (documented.content === undefined) expect(response.text).toBe('');
  else {
    expect(response.headers['content-type']).toBe(documented.content.mediaType);
    expect(validate(documented.content.schema, response.json)).toEqual([]);
  }
}

/** Expects a problem with this code as in the error catalog, without unknown fields. */
export function expectProblem(
  { contract, validate }: TestContract,
  response: TestResponse,
  code: string,
): void {
  const entry = contract.problems.get(code);
  if (entry === undefined) expect.fail(`${code} is not in the catalog of ${contract.name}.`);
  expect([response.status, response.json?.code], response.text).toEqual([entry.status, code]);
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(validate({ $ref: '#/components/schemas/Problem' }, response.json)).toEqual([]);
  expect(response.json).toMatchObject({
    type: `${contract.docsBase}/errors#${code}`,
    title: entry.title,
    status: entry.status,
    retryable: entry.retryable,
    request_id: response.headers['request-id'],
  });
  expect(Object.keys(response.json)).toEqual(expect.arrayContaining(entry.extensions));
  expect(response.json.detail).toMatch(/^.{15,}[.?`]$/s);
}
