import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  AbortedError,
  ApiError,
  CallError,
  ConnectionError,
  TimeoutError,
  UnexpectedResponseError,
} from '../src/index.js';
import { cancel, problem } from './support/operations.js';
import { rejectionOf, type Step, stub } from './support/stub.js';

/**
 * Cases for each error class except `LocalError`: name, failing step, call options, and members of
 * the JSON form. The request, and a response or cause if there is one, contain secrets.
 */
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
    'UnexpectedResponseError',
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
    rejectionOf<CallError>(
      stub([step], { token: 'secret-token', maxRetries: 0 }).call(cancel)(
        { note: 'secret-in-request' },
        { headers: { 'X-Secret': 'secret-in-request-header' }, ...options },
      ),
    );

  it('the error is an instance of CallError and of exactly one subclass', async () => {
    const error = await fail();
    expect(error).toBeInstanceOf(CallError);
    expect(
      [ApiError, UnexpectedResponseError, ConnectionError, TimeoutError, AbortedError].filter(
        (kind) => error instanceof kind,
      ),
    ).toHaveLength(1);
    expect(error.name).toBe(name);
  });

  it('serializes exactly the expected members, without secrets', async () => {
    const error = await fail();
    expect(Object.keys(error.toJSON()).sort()).toEqual([...facts].sort());
    for (const text of [JSON.stringify(error), JSON.stringify({ nested: [error] }), error.message])
      expect(text).not.toContain('secret');
  });

  it('prints its stack and no secrets with inspect', async () => {
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
