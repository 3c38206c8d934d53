import { gzipSync } from 'node:zlib';
import { type Mock, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  operations,
  testContracts,
  validRequest,
} from '../../../sandbox/test/support/contracts.ts';
import { expectProblem } from '../support/expect-response.ts';
import { type Sent, send, type TestResponse } from '../support/send.ts';

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ mode: 'examples' });
});
afterAll(() => mock.stop());

type Case = (typeof operations)[number];
const writes = operations.filter(({ operation }) => operation.request !== undefined);

function sendRequest(
  { name, operation }: Case,
  changes: Partial<Sent> = {},
): Promise<TestResponse> {
  const request = validRequest(operation);
  return send({
    ...request,
    port: mock.port,
    path: `/${name}${request.path}`,
    ...changes,
    headers: { ...request.headers, ...changes.headers },
  });
}

describe.each(operations)('$title', (one) => {
  it('rejects a request without a token', async () => {
    const response = await sendRequest(one, { headers: { authorization: '' } });
    expectProblem(one, response, 'unauthenticated');
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  it('rejects a method that the path does not support', async () => {
    const response = await sendRequest(one, { method: 'PATCH', body: undefined });
    expectProblem(one, response, 'method_not_allowed');
    expect(response.headers.allow?.split(', ')).toContain(one.operation.method.toUpperCase());
  });

  it('rejects a path with an additional segment', async () => {
    const response = await sendRequest(one, {
      path: `/${one.name}${validRequest(one.operation).path}/more`,
    });
    expectProblem(one, response, 'path_not_found');
  });

  it('rejects an Accept header that excludes JSON', async () => {
    expectProblem(
      one,
      await sendRequest(one, { headers: { accept: 'text/html' } }),
      'not_acceptable',
    );
  });

  it('rejects a Prefer header with an undocumented status', async () => {
    const response = await sendRequest(one, { headers: { prefer: 'code=299' } });
    expectProblem(one, response, 'invalid_parameter');
    expect(response.json.errors[0].header).toBe('Prefer');
  });
});

const addressed = operations.filter(({ operation }) =>
  operation.parameters.some((parameter) => parameter.in === 'path'),
);

it.each(addressed)('$title reports every path parameter that is too long', async (one) => {
  const path = one.operation.path.replace(/\{[^}]+\}/g, 'x'.repeat(300));
  const response = await sendRequest(one, { path: `/${one.name}${path}` });
  expectProblem(one, response, 'invalid_parameter');
  const names = one.operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => name);
  expect(
    response.json.errors.map(({ parameter }: { parameter: string }) => parameter).sort(),
  ).toEqual(names.sort());
});

describe.each(writes)('the body of $title', (one) => {
  const limit = one.operation.limits.max_body_bytes ?? 0;

  it.each<[string, string, Partial<Sent>]>([
    ['is rejected if it is truncated', 'malformed_json', { body: '{"a":' }],
    ['is rejected if it is empty', 'malformed_json', { body: '' }],
    ['is rejected if it is not UTF-8', 'malformed_json', { body: Buffer.from([0x7b, 0xff, 0x7d]) }],
    [
      'is rejected if it is declared as gzip and is not gzip',
      'malformed_json',
      { body: '{}', headers: { 'content-encoding': 'gzip' } },
    ],
    ['is rejected if it is an empty object', 'validation_failed', { body: '{}' }],
    ['is rejected if it is an array', 'validation_failed', { body: '[]' }],
    ['is rejected if it is null', 'validation_failed', { body: 'null' }],
    [
      'is rejected with a media type other than JSON',
      'unsupported_media_type',
      { headers: { 'content-type': 'text/plain' } },
    ],
    [
      'is rejected with a content encoding other than gzip',
      'unsupported_media_type',
      { headers: { 'content-encoding': 'br' } },
    ],
  ])('the body %s', async (_, code, changes) => {
    expectProblem(one, await sendRequest(one, changes), code);
  });

  it('bodies above the limit are rejected within 4 s in total: plain, chunked, compressed, and a gzip bomb', async () => {
    const gzip = { 'content-encoding': 'gzip' };
    const started = performance.now();
    const large = Buffer.alloc(limit + 1, ' ');
    for (const changes of [
      { body: large },
      { body: [large.subarray(0, limit), large.subarray(limit)] },
      { body: gzipSync(large), headers: gzip },
      { body: gzipSync(Buffer.alloc(Math.min(50_000_000, limit * 50))), headers: gzip },
    ]) {
      const response = await sendRequest(one, changes);
      expectProblem(one, response, 'payload_too_large');
      expect(response.json.max_bytes).toBe(limit);
    }
    expect(performance.now() - started).toBeLessThan(4000);
  });

  it('a body is accepted if it is compressed with gzip', async () => {
    const packed = gzipSync(validRequest(one.operation).body ?? '');
    expect(
      (await sendRequest(one, { body: packed, headers: { 'content-encoding': 'gzip' } })).status,
    ).toBe(one.operation.success.status);
  });
});

const keyed = writes.filter(({ operation }) => operation.idempotency === 'required');

it.each(keyed)(
  '$title rejects a request with a missing or invalid Idempotency-Key',
  async (one) => {
    const { 'idempotency-key': _, ...headers } = validRequest(one.operation).headers;
    const without = await send({
      ...validRequest(one.operation),
      port: mock.port,
      path: `/${one.name}${validRequest(one.operation).path}`,
      headers,
    });
    expectProblem(one, without, 'idempotency_key_missing');
    const short = await sendRequest(one, { headers: { 'idempotency-key': 'short' } });
    expectProblem(one, short, 'invalid_parameter');
    expect(
      short.json.errors.every(({ header }: { header: string }) => header === 'Idempotency-Key'),
    ).toBe(true);
  },
);

describe.each(testContracts)('the interface $name', (one) => {
  it('returns a problem for an unknown path', async () => {
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
