import type { Json } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../sandbox/src/kernel/problem-error.ts';
import { send, type TestResponse } from '../support/send.ts';
import { startTiny } from '../support/tiny-server.ts';
import { json, lamp, useTinyContract } from '../support/use-tiny-contract.ts';

const { sendRequest, create, get } = useTinyContract();

describe('the validation of a request', () => {
  const broken = { 'content-type': 'text/plain', authorization: '', prefer: 'code=418' };

  it('reports only the first error, in the order that the contract specifies', async () => {
    const big = 'x'.repeat(3000);
    const seen: [number, string][] = [];
    const note = ({ status, json: problem }: TestResponse) => seen.push([status, problem.code]);
    const at = (method: string, path: string, headers: Record<string, string>, body: string) =>
      sendRequest({ method, path, headers, body });
    note(await at('PUT', '/lastmile/acme/thing', broken, big));
    note(await at('PUT', '/lastmile/acme/things', broken, big));
    note(await at('POST', '/lastmile/acme/things', broken, big));
    const known = { 'content-type': 'text/plain', prefer: 'code=418', accept: 'text/html' };
    note(await at('POST', '/lastmile/acme/things', known, big));
    note(await at('POST', '/lastmile/acme/things', known, '{'));
    note(
      await at(
        'POST',
        '/lastmile/acme/things',
        { ...known, 'content-type': 'application/json' },
        '{',
      ),
    );
    note(
      await at(
        'POST',
        '/lastmile/acme/things',
        { 'content-type': 'application/json', prefer: 'code=418' },
        '{',
      ),
    );
    note(
      await at(
        'POST',
        '/lastmile/acme/things',
        { 'content-type': 'application/json', prefer: 'code=418' },
        '{}',
      ),
    );
    note(await at('POST', '/lastmile/acme/things', { ...json, prefer: 'code=418' }, '{}'));
    note(await at('POST', '/lastmile/acme/things', json, '{}'));
    expect(seen).toEqual([
      [404, 'path_not_found'],
      [405, 'method_not_allowed'],
      [401, 'unauthenticated'],
      [413, 'payload_too_large'],
      [415, 'unsupported_media_type'],
      [406, 'not_acceptable'],
      [400, 'malformed_json'],
      [400, 'idempotency_key_missing'],
      [400, 'invalid_parameter'],
      [422, 'validation_failed'],
    ]);
  });

  it('checks the token and the permission before it reads the body', async () => {
    const strict = await startTiny({
      validatesResponses: true,
      authorize: ({ token, operation, parameters }) => {
        throw new ProblemError(
          'insufficient_permission',
          `${token} ${operation.id} ${parameters.get('partner')}`,
          { members: { required_permission: 'things:write' } },
        );
      },
      respond: async () => undefined,
    });
    try {
      const response = await send({
        port: strict.port,
        method: 'POST',
        path: '/lastmile/acme/things',
        headers: { 'content-length': '10', expect: '100-continue' },
      });
      expect([response.status, response.json.detail, response.json.required_permission]).toEqual([
        403,
        'test_token createThing acme',
        'things:write',
      ]);
    } finally {
      await strict.stop();
    }
  });

  it('a response that violates the contract is sent, and its violations are reported', async () => {
    const invalidServer = await startTiny({
      validatesResponses: true,
      authorize: () => ({}),
      respond: async ({ body }) => ({ status: 201, body: { id: 7, was: body as Json } }),
    });
    try {
      const response = await send({
        port: invalidServer.port,
        method: 'POST',
        path: '/lastmile/acme/things',
        headers: json,
        body: JSON.stringify(lamp),
      });
      expect([response.status, response.json]).toEqual([201, { id: 7, was: lamp }]);
      expect(invalidServer.exchanges[0]?.responseFindings).toEqual([
        "body Response body must have required property 'name'",
        'body id Response body property id must be string',
        'header Location is missing',
      ]);
    } finally {
      await invalidServer.stop();
    }
  });

  it('an exception in a request handler returns internal_error, and the server handles the next request', async () => {
    const faulty = await startTiny({
      validatesResponses: false,
      authorize: () => ({}),
      respond: async () => {
        throw new TypeError('boom');
      },
    });
    try {
      const read = () => send({ port: faulty.port, path: '/lastmile/things/special' });
      expect([(await read()).json.code, (await read()).json.detail]).toEqual([
        'internal_error',
        'Internal error of the mock: boom',
      ]);
    } finally {
      await faulty.stop();
    }
  });
});

describe('paths and headers', () => {
  it.each([
    ['/lastmile', 'Its paths are'],
    ['/lastmile/', 'Its paths are'],
    ['/lastmile//things', 'Its paths are'],
    ['/lastmile/acme//things', 'remove the extra slash'],
    ['/lastmile/things/thg_1/', 'remove the extra slash'],
    ['/lastmile/lastmile/things/thg_1', "the base URL must end before '/lastmile'"],
    ['/lastmile/v1/things/thg_1', "the base URL must end before '/v1'"],
    ['/lastmile/things/..', 'Its paths are'],
    ['/lastmile/x/../things/thg_1', 'Its paths are'],
    ['/lastmile/%2e%2e/things', 'Its paths are'],
    ['/lastmile/things/.', 'Its paths are'],
    ['/things/thg_1', 'Use /lastmile/things/thg_1'],
    ['/lastmileX/a/b', 'The base URLs end in /lastmile'],
    ['/_sandbox/orders', 'The control API requires sandbox mode'],
    ['/%zz', 'The base URLs end in'],
    ['*', 'The base URLs end in'],
  ])('the path %s returns 404 with a hint', async (path, hint) => {
    const response = await get(path);
    expect([response.status, response.json.code]).toEqual([404, 'path_not_found']);
    expect(response.json.detail).toContain(hint);
  });

  it.each([
    ['/lastmile/things/%zz', 'encoding'],
    ['/lastmile/things/a%2Fb', 'pattern'],
    ['/lastmile/things/a%00', 'pattern'],
    ['/lastmile/things/a,b', 'pattern'],
    ['/lastmile/things/aaaaaaaaaaaaa', 'max_length'],
  ])('the path %s returns 400 and names the invalid parameter', async (path, code) => {
    const response = await get(path);
    expect([
      response.status,
      response.json.code,
      response.json.errors[0].parameter,
      response.json.errors[0].code,
    ]).toEqual([400, 'invalid_parameter', 'id', code]);
  });

  it('an error lists every invalid header by its documented name', async () => {
    const response = await create(lamp, { 'idempotency-key': 'short', shade: 'grey' });
    expect(response.json.errors).toEqual([
      {
        header: 'Idempotency-Key',
        code: 'min_length',
        message: 'must have at least 8 characters',
      },
      { header: 'Shade', code: 'enum', message: 'must be one of light, dark' },
    ]);
  });

  it('a method that the path does not support returns 405 with the supported methods in Allow', async () => {
    const allow = async (method: string, path: string) => {
      const { status, headers } = await sendRequest({ method, path });
      return [status, headers.allow];
    };
    expect(await allow('PATCH', '/lastmile/things/thg_1')).toEqual([405, 'GET, HEAD, DELETE']);
    expect(await allow('OPTIONS', '/lastmile/acme/things')).toEqual([405, 'POST']);
    expect(await allow('HEAD', '/lastmile/acme/things')).toEqual([405, 'POST']);
    expect(await allow('POST', '/_sandbox/health')).toEqual([405, 'GET, HEAD']);
  });
});

describe('the Authorization header', () => {
  it.each(['', 'Basic dGVzdA==', 'Bearer', 'Bearer ', 'Bearer a b', 'test_token'])(
    "'%s' contains no token and returns 401",
    async (authorization) => {
      const response = await get('/lastmile/things/thg_1', { authorization });
      expect([response.status, response.json.code, response.headers['www-authenticate']]).toEqual([
        401,
        'unauthenticated',
        'Bearer',
      ]);
    },
  );
});
