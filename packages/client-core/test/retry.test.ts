import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApiError, UnexpectedAnswerError } from '../src/index.js';
import { retryDelayMs } from '../src/retry/policy.js';
import { retryAfterSeconds } from '../src/retry/retry-after.js';
import { cancel, refusal, unkeyed } from './support/operations.js';
import { failureOf, type Step, stub } from './support/stub.js';

const busy = (headers?: Record<string, string>) => () =>
  refusal(503, 'service_unavailable', headers);
const limited = (headers?: Record<string, string>) => () => refusal(429, 'rate_limited', headers);
const broken = new TypeError('fetch failed');

describe('a write without a key', () => {
  it.each<[string, Step, number]>([
    ['no answer', broken, 1],
    ['408', () => refusal(408, 'any'), 1],
    ['409, still running', () => refusal(409, 'idempotency_in_progress'), 1],
    ['429', limited(), 3],
    ['500', () => refusal(500, 'internal_error'), 1],
    ['503', busy(), 1],
  ])('after %s', async (_, step, attempts) => {
    const { call, sent } = stub([step, step, step, step]);
    await failureOf(call(unkeyed)({ id: 'ord_1' }));
    expect(sent).toHaveLength(attempts);
    expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
  });
});

describe('a repeated call', () => {
  it('gives the answer of the attempt that worked', async () => {
    const { call, waits } = stub([broken, busy(), Response.json({ id: 'bkg_1' })]);
    expect(await call(cancel)({ booking_id: 'bkg_1' })).toEqual({ id: 'bkg_1' });
    expect(waits).toEqual([500, 1000]);
  });

  it('sends the same key and the same bytes, whatever happens to the input meanwhile', async () => {
    const input = { booking_id: 'bkg_1', note: 'first' };
    const change = () => {
      input.note = 'second';
      return refusal(500, 'internal_error');
    };
    const { call, sent } = stub([change, change]);
    await call(cancel)(input);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(new Set(await Promise.all(sent.map((request) => request.text())))).toEqual(
      new Set(['{"booking_id":"bkg_1","note":"first"}']),
    );
  });

  it('is sent as often as maxRetries says, of the call before that of the client', async () => {
    const steps = Array.from({ length: 9 }, busy);
    const { call, sent } = stub(steps, { maxRetries: 1 });
    await failureOf(call(cancel)({}));
    expect(sent).toHaveLength(2);
    await failureOf(call(cancel)({}, { maxRetries: 0 }));
    expect(sent).toHaveLength(3);
    await failureOf(call(cancel)({}, { maxRetries: 4 }));
    expect(sent).toHaveLength(8);
  });

  it('tells in its error how often it was sent', async () => {
    const { call } = stub([busy(), busy(), busy()]);
    expect(await failureOf(call(cancel)({}))).toMatchObject({
      name: 'ApiError',
      status: 503,
      attempts: 3,
    });
  });
});

describe('Retry-After', () => {
  it.each([
    ['seconds', '7'],
    ['a date', 'Fri, 20 Nov 2026 18:00:07 GMT'],
  ])('wins over our own wait, as %s', async (_, value) => {
    const { call, waits } = stub([
      limited({ 'retry-after': value, date: 'Fri, 20 Nov 2026 18:00:00 GMT' }),
    ]);
    await call(cancel)({});
    expect(waits).toEqual([7000]);
  });

  it('is read for any refusal that is repeated', async () => {
    const { call, waits } = stub([
      () => refusal(409, 'idempotency_in_progress', { 'retry-after': '2' }),
      busy({ 'retry-after': '3' }),
    ]);
    await call(cancel)({});
    expect(waits).toEqual([2000, 3000]);
  });

  it('of more than a minute is not waited for: the error comes at once and tells it', async () => {
    const { call, sent, waits } = stub([limited({ 'retry-after': '61' })]);
    const error = await failureOf<ApiError>(call(cancel)({}));
    expect(error).toMatchObject({ status: 429, retryAfter: 61, attempts: 1 });
    expect({ sent: sent.length, waits }).toEqual({ sent: 1, waits: [] });
    const minute = stub([limited({ 'retry-after': '60' })]);
    await minute.call(cancel)({});
    expect(minute.waits).toEqual([60_000]);
  });

  it('of a page is told as well', async () => {
    const { call } = stub([
      new Response('<html>', {
        status: 503,
        headers: { 'retry-after': '120', 'content-type': 'text/html' },
      }),
    ]);
    const error = await failureOf(call(cancel)({}));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error).toMatchObject({ status: 503, retryAfter: 120 });
  });

  it.each([
    ['0', 0],
    ['120', 120],
    [' 5 ', 5],
    ['Fri, 20 Nov 2026 18:00:05 GMT', 5],
    ['Fri, 20 Nov 2026 17:59:00 GMT', 0],
    ['', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['1e3', undefined],
  ])('%j reads as %j', (value, seconds) => {
    expect(
      retryAfterSeconds(
        answerWith({ 'retry-after': value, date: 'Fri, 20 Nov 2026 18:00:00 GMT' }),
      ),
    ).toBe(seconds);
  });

  it('as a date is counted from now when the answer has no date of its own', () => {
    const in30 = new Date(Date.now() + 30_000).toUTCString();
    expect(retryAfterSeconds(answerWith({ 'retry-after': in30 }))).toBeGreaterThan(27);
    expect(retryAfterSeconds(answerWith({ 'retry-after': in30 }))).toBeLessThan(32);
  });

  it('that is absent says nothing', () => {
    expect(retryAfterSeconds(answerWith({}))).toBeUndefined();
  });
});

describe('our own wait', () => {
  it('doubles from half a second to eight, less up to a quarter by chance', () => {
    const full = [0, 1, 2, 3, 4, 5, 20, 2000].map((retry) =>
      retryDelayMs(retry, undefined, () => 0),
    );
    expect(full).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000, 8000]);
    fc.assert(
      fc.property(
        fc.nat(50),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (retry, chance) => {
          const longest = Math.min(8000, 500 * 2 ** retry);
          const wait = retryDelayMs(retry, undefined, () => chance) as number;
          expect(wait).toBeLessThanOrEqual(longest);
          expect(wait).toBeGreaterThanOrEqual(longest * 0.75);
        },
      ),
    );
  });

  it('differs from call to call', () => {
    expect(retryDelayMs(0, undefined, () => 0.5)).not.toBe(retryDelayMs(0, undefined, () => 0.1));
  });
});

const answerWith = (headers: Record<string, string>) => new Response(null, { headers });
