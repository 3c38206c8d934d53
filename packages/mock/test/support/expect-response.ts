import type { Operation } from '@delivery-api/specs/contract';
import { expect } from 'vitest';
import type { Tested } from '../../../sandbox/test/support/contracts.ts';
import type { Answer } from './send.ts';

/** What any HTTP answer may carry, whatever the contract says. */
const http = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
];

/**
 * Holds an answer of an operation against its contract, closed: status, media type, headers and
 * body.
 */
export function expectDocumented({ validate }: Tested, operation: Operation, answer: Answer): void {
  const documented = operation.responses.find(({ status }) => status === answer.status);
  if (documented === undefined)
    expect.fail(`${answer.status} is not documented for ${operation.id}: ${answer.text}`);
  const required = documented.headers
    .filter((header) => header.required)
    .map(({ name }) => name.toLowerCase());
  const known = [...documented.headers.map(({ name }) => name.toLowerCase()), ...http];
  expect(Object.keys(answer.headers).filter((name) => !known.includes(name))).toEqual([]);
  expect(Object.keys(answer.headers)).toEqual(expect.arrayContaining(required));
  for (const { name, schema } of documented.headers) {
    const value = answer.headers[name.toLowerCase()];
    if (value !== undefined)
      expect([name, validate(schema, schema.type === 'integer' ? Number(value) : value)]).toEqual([
        name,
        [],
      ]);
  }
  if (documented.content === undefined) expect(answer.text).toBe('');
  else {
    expect(answer.headers['content-type']).toBe(documented.content.mediaType);
    expect(validate(documented.content.schema, answer.json)).toEqual([]);
  }
}

/** Holds a refusal against the catalogue and the closed `Problem` schema. */
export function expectProblem({ contract, validate }: Tested, answer: Answer, code: string): void {
  const entry = contract.problems.get(code);
  if (entry === undefined) expect.fail(`${code} is not in the catalogue of ${contract.name}.`);
  expect([answer.status, answer.json?.code], answer.text).toEqual([entry.status, code]);
  expect(answer.headers['content-type']).toBe('application/problem+json');
  expect(validate({ $ref: '#/components/schemas/Problem' }, answer.json)).toEqual([]);
  expect(answer.json).toMatchObject({
    type: `${contract.docsBase}/errors#${code}`,
    title: entry.title,
    status: entry.status,
    retryable: entry.retryable,
    request_id: answer.headers['request-id'],
  });
  expect(Object.keys(answer.json)).toEqual(expect.arrayContaining(entry.extensions));
  expect(answer.json.detail).toMatch(/^.{15,}[.?`]$/s);
}
