import { describe, expect, it } from 'vitest';
import { type CallError, ConnectionError } from '../src/index.js';
import { cancel, read, unkeyed } from './support/operations.js';
import { rejectionOf, stub } from './support/stub.js';

describe('ConnectionError', () => {
  it.each([
    [
      'the code in the cause of a fetch error',
      new TypeError('fetch failed', {
        cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      }),
      'ECONNREFUSED',
    ],
    [
      'the code of the error itself',
      Object.assign(new Error('socket'), { code: 'UND_ERR_SOCKET' }),
      'UND_ERR_SOCKET',
    ],
    ['undefined without a code', new TypeError('Failed to fetch'), undefined],
    [
      'undefined for a code with spaces',
      Object.assign(new Error('x'), { code: 'token live_secret' }),
      undefined,
    ],
    ['undefined for a numeric code', Object.assign(new Error('x'), { code: 20 }), undefined],
  ])('the reason of a ConnectionError is %s', async (_, cause, reason) => {
    const { call } = stub([cause], { maxRetries: 0 });
    const error = await rejectionOf<ConnectionError>(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ name: 'ConnectionError', attempts: 1, cause });
    expect(error.reason).toBe(reason);
  });

  it.each([
    ['a read', read, /You can repeat this read\.$/],
    [
      'a write with a key',
      cancel,
      /The call may have taken effect\. To prevent a duplicate, repeat it with idempotencyKey '[0-9a-f-]{36}'\.$/,
    ],
    [
      'a write without a key',
      unkeyed,
      /The call may have taken effect\. Check its effect before you repeat it\.$/,
    ],
  ])('contains advice for %s in its message', async (_, operation, advice) => {
    const { call } = stub([new TypeError('fetch failed')], { maxRetries: 0 });
    expect((await rejectionOf(call(operation)({ id: 'ord_1' }))).message).toMatch(advice);
  });

  it('contains the idempotency key of the request, so that the call can be repeated', async () => {
    const { call, sent } = stub([new TypeError('fetch failed')], { maxRetries: 0 });
    const error = await rejectionOf<CallError>(call(cancel)({ booking_id: 'bkg_1' }));
    await call(cancel)({ booking_id: 'bkg_1' }, { idempotencyKey: error.idempotencyKey });
    const [first, second] = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });
});
