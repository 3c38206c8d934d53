import { describe, expect, it } from 'vitest';
import { ApiError, CallError, UnexpectedResponseError } from '../src/index.js';
import { cancel, problem, problemResponse, read } from './support/operations.js';
import { rejectionOf, stub } from './support/stub.js';

describe('ApiError', () => {
  it('contains the problem, its request ID, and the properties of the call', async () => {
    const { call } = stub([() => problemResponse(410, 'gone')]);
    const error = await rejectionOf<ApiError>(call(read)({ id: 'ord_1' }));
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

  it('lists the first three error locations and the retry delay in its message', async () => {
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
    const { message } = await rejectionOf(call(cancel)({}));
    expect(message).toContain(
      '(/dropoff/address/city: required, id: max_length, Idempotency-Key: pattern, …)',
    );
    expect(message).toContain('Try again in 5 s.');
    expect(message).not.toContain('/packages');
  });

  it.each<[string, unknown]>([
    ['not objects', [null, undefined, 7, 'text']],
    [
      'objects without a string pointer or code',
      [{ pointer: { toString: 1 }, code: 'x' }, { pointer: '/a', code: { toString: 1 } }, {}],
    ],
    ['not an array', { length: 1, 0: 'x' }],
  ])('ignores error locations that are %s', async (_, errors) => {
    const { call } = stub([Response.json({ ...problem, errors }, { status: 410 })]);
    const error = await rejectionOf(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(ApiError);
    expect(error.message).toBe(
      'getOrder: 410 gone: It is gone. See https://docs.example/errors#gone (request req_12345678).',
    );
  });

  it.each(['type', 'title', 'detail', 'request_id'])(
    'throws an UnexpectedResponseError for a problem whose %s is not a string',
    async (member) => {
      const { call } = stub([
        Response.json({ ...problem, [member]: { toString: 1 } }, { status: 410 }),
      ]);
      expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toBeInstanceOf(
        UnexpectedResponseError,
      );
    },
  );

  it('has the status of the response if the status in the problem differs', async () => {
    const { call } = stub([Response.json({ ...problem, status: 410 }, { status: 404 })]);
    expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toMatchObject({ status: 404 });
  });
});
