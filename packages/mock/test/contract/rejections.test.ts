import { gzipSync } from 'node:zlib';
import { type Mock, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, tested, validRequest } from '../../../sandbox/test/support/contracts.ts';
import { expectProblem } from '../support/expect-response.ts';
import { type Answer, type Sent, send } from '../support/send.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ mode: 'examples' });
});
afterAll(() => mock.stop());

type Case = (typeof operations)[number];
const writes = operations.filter(({ operation }) => operation.request !== undefined);

function ask({ name, operation }: Case, changes: Partial<Sent> = {}): Promise<Answer> {
  const request = validRequest(operation);
  return send({
    ...request,
    port: mock.port,
    path: `/${name}${request.path}`,
    ...changes,
    headers: { ...request.headers, ...changes.headers },
  });
}

describe.each(operations)('$title refuses', (one) => {
  it('a request without a token', async () => {
    const answer = await ask(one, { headers: { authorization: '' } });
    expectProblem(one, answer, 'unauthenticated');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('another method', async () => {
    const answer = await ask(one, { method: 'PATCH', body: undefined });
    expectProblem(one, answer, 'method_not_allowed');
    expect(answer.headers.allow?.split(', ')).toContain(one.operation.method.toUpperCase());
  });

  it('a path that goes on', async () => {
    const answer = await ask(one, { path: `/${one.name}${validRequest(one.operation).path}/more` });
    expectProblem(one, answer, 'path_not_found');
  });

  it('an Accept that leaves no room for JSON', async () => {
    expectProblem(one, await ask(one, { headers: { accept: 'text/html' } }), 'not_acceptable');
  });

  it('a Prefer that names nothing documented', async () => {
    const answer = await ask(one, { headers: { prefer: 'code=299' } });
    expectProblem(one, answer, 'invalid_parameter');
    expect(answer.json.errors[0].header).toBe('Prefer');
  });
});

const addressed = operations.filter(({ operation }) =>
  operation.parameters.some((parameter) => parameter.in === 'path'),
);

it.each(addressed)('$title names every path parameter that is too long', async (one) => {
  const path = one.operation.path.replace(/\{[^}]+\}/g, 'x'.repeat(300));
  const answer = await ask(one, { path: `/${one.name}${path}` });
  expectProblem(one, answer, 'invalid_parameter');
  const names = one.operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => name);
  expect(
    answer.json.errors.map(({ parameter }: { parameter: string }) => parameter).sort(),
  ).toEqual(names.sort());
});

describe.each(writes)('$title refuses', (one) => {
  const limit = one.operation.limits.max_body_bytes ?? 0;

  it.each<[string, string, Partial<Sent>]>([
    ['a body that is cut short', 'malformed_json', { body: '{"a":' }],
    ['no body', 'malformed_json', { body: '' }],
    ['a body that is not UTF-8', 'malformed_json', { body: Buffer.from([0x7b, 0xff, 0x7d]) }],
    [
      'gzip that is none',
      'malformed_json',
      { body: '{}', headers: { 'content-encoding': 'gzip' } },
    ],
    ['an empty object', 'validation_failed', { body: '{}' }],
    ['a list', 'validation_failed', { body: '[]' }],
    ['null', 'validation_failed', { body: 'null' }],
    ['another media type', 'unsupported_media_type', { headers: { 'content-type': 'text/plain' } }],
    ['another packing', 'unsupported_media_type', { headers: { 'content-encoding': 'br' } }],
  ])('%s', async (_, code, changes) => {
    expectProblem(one, await ask(one, changes), code);
  });

  it('a body beyond its limit, plain, in pieces, packed, or a bomb, within a second each', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const started = performance.now();
    const large = Buffer.alloc(limit + 1, ' ');
    for (const changes of [
      { body: large },
      { body: [large.subarray(0, limit), large.subarray(limit)] },
      { body: gzipSync(large), headers: gzip },
      { body: gzipSync(Buffer.alloc(Math.min(50_000_000, limit * 50))), headers: gzip },
    ]) {
      const answer = await ask(one, changes);
      expectProblem(one, answer, 'payload_too_large');
      expect(answer.json.max_bytes).toBe(limit);
    }
    expect(performance.now() - started).toBeLessThan(4000);
  });

  it('nothing for being packed', async () => {
    const packed = gzipSync(validRequest(one.operation).body ?? '');
    expect((await ask(one, { body: packed, headers: { 'content-encoding': 'gzip' } })).status).toBe(
      one.operation.success.status,
    );
  });
});

const keyed = writes.filter(({ operation }) => operation.idempotency === 'required');

it.each(keyed)(
  '$title refuses a request without an Idempotency-Key, and one with a bad key',
  async (one) => {
    const { 'idempotency-key': _, ...headers } = validRequest(one.operation).headers;
    const without = await send({
      ...validRequest(one.operation),
      port: mock.port,
      path: `/${one.name}${validRequest(one.operation).path}`,
      headers,
    });
    expectProblem(one, without, 'idempotency_key_missing');
    const short = await ask(one, { headers: { 'idempotency-key': 'short' } });
    expectProblem(one, short, 'invalid_parameter');
    expect(
      short.json.errors.every(({ header }: { header: string }) => header === 'Idempotency-Key'),
    ).toBe(true);
  },
);

describe.each(tested)('outside the operations, $name', (one) => {
  it('answers an unknown path with a problem', async () => {
    for (const path of [
      `/${one.name}`,
      `/${one.name}/`,
      `/${one.name}/..`,
      `/${one.name}//`,
      `/${one.name}/%zz`,
    ]) {
      expectProblem(one, await send({ port: mock.port, path }), 'path_not_found');
    }
  });
});
