import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  AbortedError,
  ApiError,
  CallError,
  ConnectionError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../src/index.js';
import { cancel, problem, read, refusal, unkeyed } from './support/operations.js';
import { failureOf, type Step, stub } from './support/stub.js';

const page = (status: number, type: string | undefined, body: string | null = '<html>') => {
  const response = new Response(body, {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
  });
  if (type === undefined) response.headers.delete('content-type');
  return response;
};

describe('a refusal', () => {
  it('is an ApiError with what the service said', async () => {
    const { call } = stub([() => refusal(410, 'gone')]);
    const error = await failureOf<ApiError>(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: 'ApiError',
      status: 410,
      code: 'gone',
      requestId: 'req_12345678',
      operation: 'getOrder',
      attempts: 1,
    });
    expect(error.problem).toEqual(problem);
    expect(error.response.status).toBe(410);
    expect(error.message).toBe(
      'getOrder: 410 gone: It is gone. See https://docs.example/errors#gone (request req_12345678).',
    );
  });

  it('names the first places in its message, and says for how long to wait', async () => {
    const errors = [
      {
        pointer: '/dropoff/address/city',
        code: 'required',
        message: 'must have required property',
      },
      { parameter: 'id', code: 'max_length', message: 'is too long' },
      { header: 'Idempotency-Key', code: 'pattern', message: 'has blanks' },
      { pointer: '/packages/0/size', code: 'enum', message: 'is not one of them' },
    ];
    const { call } = stub([
      Response.json(
        { ...problem, status: 422, code: 'validation_failed', errors },
        { status: 422, headers: { 'retry-after': '5' } },
      ),
    ]);
    const { message } = await failureOf(call(cancel)({}));
    expect(message).toContain(
      '(/dropoff/address/city: required, id: max_length, Idempotency-Key: pattern, …)',
    );
    expect(message).toContain('Try again in 5 s.');
    expect(message).not.toContain('/packages');
  });

  it.each<[string, unknown]>([
    ['null', [null, undefined, 7, 'text']],
    [
      'objects that cannot be text',
      [{ pointer: { toString: 1 }, code: 'x' }, { pointer: '/a', code: { toString: 1 } }, {}],
    ],
    ['no list', { length: 1, 0: 'x' }],
  ])('leaves out places that are %s, and stays an ApiError', async (_, errors) => {
    const { call } = stub([Response.json({ ...problem, errors }, { status: 410 })]);
    const error = await failureOf(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.message).toBe(
      'getOrder: 410 gone: It is gone. See https://docs.example/errors#gone (request req_12345678).',
    );
  });

  it.each(['type', 'title', 'detail', 'request_id'])(
    'whose %s is no text is none of the service',
    async (member) => {
      const { call } = stub([
        Response.json({ ...problem, [member]: { toString: 1 } }, { status: 410 }),
      ]);
      expect(await failureOf(call(read)({ id: 'ord_1' }))).toBeInstanceOf(UnexpectedAnswerError);
    },
  );

  it('has the status of the answer, whatever the problem claims', async () => {
    const { call } = stub([Response.json({ ...problem, status: 410 }, { status: 404 })]);
    expect(await failureOf(call(read)({ id: 'ord_1' }))).toMatchObject({ status: 404 });
  });
});

describe('no answer', () => {
  it.each([
    [
      'the code that fetch hides',
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      }),
      'ECONNREFUSED',
    ],
    [
      'a code of the error itself',
      Object.assign(new Error('socket'), { code: 'UND_ERR_SOCKET' }),
      'UND_ERR_SOCKET',
    ],
    ['no code', new TypeError('Failed to fetch'), undefined],
    [
      'a code that is prose',
      Object.assign(new Error('x'), { code: 'token live_secret' }),
      undefined,
    ],
    ['a number for a code', Object.assign(new Error('x'), { code: 20 }), undefined],
  ])('is a ConnectionError with %s', async (_, cause, reason) => {
    const { call } = stub([cause], { maxRetries: 0 });
    const error = await failureOf<ConnectionError>(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ name: 'ConnectionError', attempts: 1, cause });
    expect(error.reason).toBe(reason);
  });

  it.each([
    ['a read', read, /It only reads: call it again\.$/],
    [
      'a write with a key',
      cancel,
      /The call may have taken effect: call it again with idempotencyKey '[0-9a-f-]{36}', and it happens once\.$/,
    ],
    [
      'a write without',
      unkeyed,
      /The call may have taken effect: look before you call it again\.$/,
    ],
  ])('says what to do after %s', async (_, operation, advice) => {
    const { call } = stub([new TypeError('fetch failed')], { maxRetries: 0 });
    expect((await failureOf(call(operation)({ id: 'ord_1' }))).message).toMatch(advice);
  });

  it('gives the key that was sent, so that the same call can be made again', async () => {
    const { call, sent } = stub([new TypeError('fetch failed')], { maxRetries: 0 });
    const error = await failureOf<CallError>(call(cancel)({ booking_id: 'bkg_1' }));
    await call(cancel)({ booking_id: 'bkg_1' }, { idempotencyKey: error.idempotencyKey });
    const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });
});

describe('an answer that is not of the service', () => {
  it.each<[string, Response, string]>([
    ['a page with 200', page(200, 'text/html'), 'text/html instead of JSON'],
    ['an untyped page', page(200, undefined), 'an untyped body instead of JSON'],
    [
      'JSON that breaks off',
      page(200, 'application/json', '{"id":'),
      'application/json that is broken or not of the contract',
    ],
    ['an empty success', page(200, 'application/json', ''), 'an empty body'],
    ['an empty 500', page(500, undefined, null), 'an empty body'],
    [
      'an empty 500 with its length',
      new Response('', { status: 500, headers: { 'content-length': '0' } }),
      'an empty body',
    ],
    ['a page with 502', page(502, 'text/html'), 'text/html instead of JSON'],
    [
      'JSON that is no problem',
      Response.json({ error: 'nope' }, { status: 503 }),
      'application/json that is broken or not of the contract',
    ],
    [
      'JSON with a code and no status',
      Response.json({ code: 'busy' }, { status: 503 }),
      'application/json that is broken or not of the contract',
    ],
    [
      'null for a problem',
      Response.json(null, { status: 503 }),
      'application/json that is broken or not of the contract',
    ],
    [
      'a redirect',
      new Response(null, { status: 301, headers: { location: 'https://elsewhere.example' } }),
      'a redirect',
    ],
    ['304 where no tag was given', new Response(null, { status: 304 }), 'no body'],
  ])('is an UnexpectedAnswerError: %s', async (_, response, found) => {
    const { call } = stub([response], { maxRetries: 0 });
    const error = await failureOf<UnexpectedAnswerError>(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({
      name: 'UnexpectedAnswerError',
      status: response.status,
      operation: 'getOrder',
      attempts: 1,
    });
    expect(error.found).toContain(found);
    expect(error.message).toContain(found);
    expect(error.response.status).toBe(response.status);
  });

  it.each([
    ['an empty body', new Response(null, { status: 500 })],
    ['a page', page(502, 'text/html')],
    ['JSON that is no problem', Response.json({ error: 'nope' }, { status: 503 })],
    ['a page for a refusal', page(403, 'text/html')],
  ])(
    'stays a failure in the result form when it has an error status with %s',
    async (_, response) => {
      const { call } = stub([response], { maxRetries: 0 });
      expect(await call(read).result({ id: 'ord_1' })).toMatchObject({
        ok: false,
        status: response.status,
        problem: {
          type: 'about:blank',
          code: 'unexpected_answer',
          status: response.status,
          retryable: response.status >= 500,
        },
      });
    },
  );

  it('is thrown in the result form when it has a status of success: there is no result for it', async () => {
    const { call } = stub([page(200, 'text/html')]);
    expect(await failureOf(call(read).result({ id: 'ord_1' }))).toBeInstanceOf(
      UnexpectedAnswerError,
    );
  });

  it('is what checkAnswer finds to be outside the contract, of a success and of a problem', async () => {
    const seen: unknown[] = [];
    const checkAnswer = (answer: { body: unknown }) => {
      seen.push(answer);
      return [
        '/id: is missing',
        '/status: is not a string',
        '/price: is missing',
        '/phase: is missing',
      ];
    };
    const { call } = stub([Response.json({ a: 1 }), () => refusal(410, 'gone')], { checkAnswer });
    const error = await failureOf(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toContain(
      '200 with a body outside the contract (/id: is missing, /status: is not a string, /price: is missing, …)',
    );
    expect(await failureOf(call(read).result({ id: 'ord_1' }))).toMatchObject({
      name: 'UnexpectedAnswerError',
      status: 410,
    });
    expect(seen).toEqual([
      { operation: 'getOrder', status: 200, body: { a: 1 } },
      { operation: 'getOrder', status: 410, body: problem },
    ]);
  });

  it('is not what checkAnswer finds nothing wrong with', async () => {
    const { call } = stub([Response.json({ a: 1 })], { checkAnswer: () => [] });
    expect(await call(read)({ id: 'ord_1' })).toEqual({ a: 1 });
  });
});

/** One error of each kind, of a call full of secrets. */
const kinds: [string, Step, object, string[]][] = [
  [
    'ApiError',
    () =>
      Response.json(
        { ...problem, note: 'secret-in-body' },
        { status: 410, headers: { 'x-secret': 'secret-in-header', 'retry-after': '3' } },
      ),
    {},
    [
      'name',
      'message',
      'operation',
      'attempts',
      'idempotencyKey',
      'status',
      'code',
      'requestId',
      'retryAfter',
    ],
  ],
  [
    'UnexpectedAnswerError',
    () =>
      new Response('secret-in-body', {
        status: 500,
        headers: {
          'x-secret': 'secret-in-header',
          'request-id': 'req_1',
          'content-type': 'text/html',
        },
      }),
    {},
    [
      'name',
      'message',
      'operation',
      'attempts',
      'idempotencyKey',
      'status',
      'found',
      'requestId',
      'retryAfter',
    ],
  ],
  [
    'ConnectionError',
    Object.assign(new Error('secret-in-cause'), {
      code: 'ECONNRESET',
      config: { headers: { authorization: 'secret-in-cause' } },
    }),
    {},
    ['name', 'message', 'operation', 'attempts', 'idempotencyKey', 'reason'],
  ],
  [
    'TimeoutError',
    'hangs',
    { timeoutMs: 1 },
    ['name', 'message', 'operation', 'attempts', 'idempotencyKey', 'limit', 'limitMs'],
  ],
  [
    'AbortError',
    'hangs',
    { signal: AbortSignal.abort('secret-in-reason') },
    ['name', 'message', 'operation', 'attempts', 'idempotencyKey'],
  ],
];

describe.each(kinds)('%s', (name, step, options, facts) => {
  const fail = () =>
    failureOf<CallError>(
      stub([step], { token: 'secret-token', maxRetries: 0 }).call(cancel)(
        { note: 'secret-in-request' },
        { headers: { 'X-Secret': 'secret-in-request-header' }, ...options },
      ),
    );

  it('is one of the family', async () => {
    const error = await fail();
    expect(error).toBeInstanceOf(CallError);
    expect(
      [ApiError, UnexpectedAnswerError, ConnectionError, TimeoutError, AbortedError].filter(
        (kind) => error instanceof kind,
      ),
    ).toHaveLength(1);
    expect(error.name).toBe(name);
  });

  it('gives a logger the listed facts and nothing else', async () => {
    const error = await fail();
    expect(Object.keys(error.toJSON()).sort()).toEqual([...facts].sort());
    for (const text of [JSON.stringify(error), JSON.stringify({ nested: [error] }), error.message])
      expect(text).not.toContain('secret');
  });

  it('shows the same in inspect, with its stack', async () => {
    const error = await fail();
    for (const text of [
      inspect(error),
      inspect({ nested: { error } }, { depth: 9 }),
      inspect(error, { colors: true }),
    ]) {
      expect(text).not.toContain('secret');
      expect(text).toContain('cancelBooking');
    }
    expect(inspect(error)).toMatch(new RegExp(`^${name}: cancelBooking: [^]*\\n +at `));
  });
});
