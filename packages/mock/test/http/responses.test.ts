import { describe, expect, it } from 'vitest';
import { lamp, useTinyContract } from '../support/use-tiny-contract.ts';

const { sendRequest, create, exchanges, get, port } = useTinyContract();

describe('valid requests', () => {
  it('a valid request gets the first example of the success response', async () => {
    const response = await create(lamp);
    expect([response.status, response.json, response.headers['content-type']]).toEqual([
      201,
      { id: 'thg_1', name: 'Lamp' },
      'application/json',
    ]);
  });

  it('a valid request gets the required response headers, and no optional headers', async () => {
    const { headers } = await create(lamp);
    expect(Object.keys(headers).sort()).toEqual([
      'connection',
      'content-length',
      'content-type',
      'date',
      'location',
      'request-id',
    ]);
    expect(headers['request-id']).toMatch(/^req_[0-9a-f]{16}$/);
  });

  it('a valid request is routed to a literal path before a path with a parameter', async () => {
    expect((await get('/lastmile/things/special')).json.id).toBe('special');
  });

  it('a valid request can percent-encode the path and write the token scheme in any case', async () => {
    expect(
      (await get('/lastmile/%74hings/thg%5F1', { authorization: 'bearer test_token' })).status,
    ).toBe(200);
  });

  it('a valid request can have a target in absolute form', async () => {
    expect((await get(`http://127.0.0.1:${port()}/lastmile/things/thg_1?a=b`)).status).toBe(200);
  });

  it('a valid request can have a query, which is ignored', async () => {
    expect((await get('/lastmile/things/thg_1?__code=400&x=%zz')).status).toBe(200);
  });

  it('a valid request can omit an optional body, but an invalid body is rejected', async () => {
    const drop = (body?: string) =>
      sendRequest({
        method: 'DELETE',
        path: '/lastmile/things/thg_1',
        headers: { 'content-type': 'application/json' },
        body,
      });
    expect((await drop()).status).toBe(204);
    expect((await drop('{"why":"old"}')).status).toBe(204);
    expect((await drop('{"when":"now"}')).status).toBe(422);
  });
});

describe('GET requests', () => {
  it('a GET request gets an ETag, and 304 if If-None-Match contains the ETag', async () => {
    const first = await get('/lastmile/things/thg_1');
    expect(first.headers.etag).toMatch(/^"[\w-]{22}"$/);
    for (const etag of [
      first.headers.etag,
      `W/${first.headers.etag}`,
      `"other", ${first.headers.etag}`,
      '*',
    ]) {
      const again = await get('/lastmile/things/thg_1', { 'if-none-match': etag ?? '' });
      expect([
        again.status,
        again.text,
        again.headers['content-type'],
        again.headers['cache-control'],
      ]).toEqual([304, '', undefined, 'private, no-cache']);
    }
    expect((await get('/lastmile/things/thg_1', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('a 304 response contains the current ETag', async () => {
    const { etag } = (await get('/lastmile/things/thg_1')).headers;
    expect(
      (await get('/lastmile/things/thg_1', { 'if-none-match': `"other", ${etag}` })).headers.etag,
    ).toBe(etag);
    expect((await get('/lastmile/things/thg_1', { 'if-none-match': '*' })).headers.etag).toBe(etag);
    expect((await get('/lastmile/things/thg_1', { prefer: 'code=304' })).headers.etag).toBe(etag);
  });

  it('a HEAD request gets the same headers as a GET request, and no body', async () => {
    const [full, head] = [
      await get('/lastmile/things/thg_1'),
      await sendRequest({ method: 'HEAD', path: '/lastmile/things/thg_1' }),
    ];
    expect([head.status, head.text, head.headers.etag, head.headers['content-length']]).toEqual([
      200,
      '',
      full.headers.etag,
      full.headers['content-length'],
    ]);
  });
});

describe('Prefer', () => {
  it.each([
    ['code=409', 409, 'first_clash'],
    ['code=409, example=second_clash', 409, 'second_clash'],
    ['example="second_clash", code=409', 409, 'second_clash'],
    ['code=409; example=second_clash', 409, 'second_clash'],
    ['example=second_clash', 409, 'second_clash'],
    ['respond-async, wait=10, code=401', 401, 'unauthenticated'],
  ])('Prefer: %s selects the documented response', async (prefer, status, code) => {
    const response = await create(lamp, { prefer });
    expect([response.status, response.json.code, response.headers['content-type']]).toEqual([
      status,
      code,
      'application/problem+json',
    ]);
  });

  it('Prefer selects an example of the success response', async () => {
    expect((await create(lamp, { prefer: 'code=201, example=thing_big' })).json.id).toBe('thg_2');
  });

  it('Prefer is applied with every Accept header that allows JSON', async () => {
    for (const accept of [
      'application/json',
      '*/*',
      'application/*;q=0.5',
      'application/json, application/problem+json',
    ]) {
      expect((await create(lamp, { accept, prefer: 'code=409' })).status).toBe(409);
    }
  });

  it('Prefer selects a problem whose request ID is the same in the body and in the header', async () => {
    const response = await create(lamp, { prefer: 'code=409' });
    expect(response.headers['request-id']).toBe(response.json.request_id);
  });

  it.each([
    [
      'code=418',
      'code=418 is not documented for createThing; use 201, 400, 401, 403, 409, 422, 429, 500.',
    ],
    [
      'code=now',
      'code=now is not documented for createThing; use 201, 400, 401, 403, 409, 422, 429, 500.',
    ],
    [
      'code=409, example=first_clsh',
      'example=first_clsh is not documented for createThing with code=409; did you mean first_clash? Documented examples: first_clash, second_clash.',
    ],
    ['code=422, example=first_clash', 'example=first_clash belongs to code=409, not to 422.'],
  ])(
    'Prefer: %s is rejected with an error that names a documented alternative',
    async (prefer, message) => {
      const response = await create(lamp, { prefer });
      expect([response.status, response.json.code, response.json.errors]).toEqual([
        400,
        'invalid_parameter',
        [{ header: 'Prefer', code: 'not_documented', message }],
      ]);
    },
  );

  it('Prefer does not replace the errors of an invalid request', async () => {
    expect((await create({}, { prefer: 'code=201' })).status).toBe(422);
    expect((await create(lamp, { prefer: 'code=201', authorization: '' })).status).toBe(401);
  });

  it.each([
    [
      'code=429',
      {
        'retry-after': '12',
        ratelimit: '"default";r=0;t=12',
        'ratelimit-policy': '"default";q=5;w=60',
      },
    ],
    ['code=403', { 'www-authenticate': 'Bearer error="insufficient_scope", scope="things:write"' }],
    ['code=403, example=partner_mismatch', { 'www-authenticate': undefined }],
    ['code=401', { 'www-authenticate': 'Bearer' }],
    ['code=409', { 'retry-after': undefined }],
  ])('Prefer: %s returns the documented headers', async (prefer, expected) => {
    const { headers } = await create(lamp, { prefer });
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, headers[name]]))).toEqual(
      expected,
    );
  });
});

describe('problems', () => {
  it('a problem has the title in the error catalog, the request ID and the path', async () => {
    const response = await get('/lastmile/things/%C3%A9%22<>', { authorization: '' });
    expect(response.json).toEqual({
      type: 'https://docs.example/errors#unauthenticated',
      title: 'Title 401',
      status: 401,
      detail: 'The Authorization header is missing; send `Authorization: Bearer <token>`.',
      instance: '/things/%C3%A9%22%3C%3E',
      code: 'unauthenticated',
      request_id: response.headers['request-id'],
      retryable: false,
    });
    expect(response.headers['content-type']).toBe('application/problem+json');
  });

  it('a problem has a truncated instance if the path is long', async () => {
    const { json: problem } = await get(`/lastmile/${'%C3%A9'.repeat(200)}`);
    expect(problem.instance.length).toBeLessThanOrEqual(300);
    expect(() => decodeURI(problem.instance.replace(/(%[^%]{2})$/, ''))).not.toThrow();
  });
});

describe('the request log', () => {
  it('contains each request with its errors', async () => {
    await create({ size: 1 });
    expect(exchanges().at(-1)).toMatchObject({
      at: '1970-01-01T00:00:00.000Z',
      method: 'POST',
      path: '/lastmile/acme/things',
      interface: 'lastmile',
      operation: 'createThing',
      status: 422,
      code: 'validation_failed',
      findings: ['/name is required', '/size must be an object'],
    });
  });
});
