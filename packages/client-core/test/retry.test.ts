import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApiError, UnexpectedResponseError } from '../src/index.js';
import { retryDelayMs } from '../src/retry/policy.js';
import { retryAfterSeconds } from '../src/retry/retry-after.js';
import { cancel, problem, problemResponse, read, unkeyed } from './support/operations.js';
import { rejectionOf, type Step, stub } from './support/stub.js';

const unavailable = (headers?: Record<string, string>) => () =>
  problemResponse(503, 'service_unavailable', headers);
const rateLimited = (headers?: Record<string, string>) => () =>
  problemResponse(429, 'rate_limited', headers);
const broken = new TypeError('fetch failed');

describe('writes without a key', () => {
  it.each<[string, Step, number]>([
    ['no response', broken, 1],
    ['408', () => problemResponse(408, 'any'), 1],
    ['409 idempotency_in_progress', () => problemResponse(409, 'idempotency_in_progress'), 1],
    ['429', rateLimited(), 3],
    ['500', () => problemResponse(500, 'internal_error'), 1],
    ['503', unavailable(), 1],
  ])(
    'a write without a key is retried only if the status is 429: %s',
    async (_, step, attempts) => {
      const { call, sent } = stub([step, step, step, step]);
      await rejectionOf(call(unkeyed)({ id: 'ord_1' }));
      expect(sent).toHaveLength(attempts);
      expect(sent[0]?.headers.has('idempotency-key')).toBe(false);
    },
  );
});

describe('a problem', () => {
  const respondWith =
    (status: number, retryable: boolean, headers = {}) =>
    () =>
      Response.json({ ...problem, status, code: 'any', retryable }, { status, headers });

  it.each([429, 500, 503])(
    'does not retry a problem with retryable set to false: %i',
    async (status) => {
      const { call, sent } = stub([respondWith(status, false, { 'retry-after': '0' })]);
      await rejectionOf(call(read)({ id: 'ord_1' }));
      expect(sent).toHaveLength(1);
    },
  );

  it.each([409, 423])(
    'retries a %i problem that has Retry-After if retryable is true',
    async (status) => {
      const { call, waits } = stub([respondWith(status, true, { 'retry-after': '4' })]);
      await call(cancel)({});
      expect(waits).toEqual([4000]);
    },
  );

  it('does not retry a 409 problem without Retry-After', async () => {
    const { call, sent } = stub([respondWith(409, true)]);
    await rejectionOf(call(cancel)({}));
    expect(sent).toHaveLength(1);
  });

  it('does not retry a write without a key after a problem with retryable set to true', async () => {
    const { call, sent } = stub([respondWith(423, true, { 'retry-after': '0' })]);
    await rejectionOf(call(unkeyed)({ id: 'ord_1' }));
    expect(sent).toHaveLength(1);
  });
});

describe('an HTML page of a proxy', () => {
  it.each([
    [425, 2],
    [520, 2],
    [524, 2],
    [525, 1],
    [501, 1],
  ])(
    'an HTML page with status %i leads to %i attempts of a read and of a write with a key',
    async (status, attempts) => {
      for (const operation of [read, cancel]) {
        const { call, sent } = stub([new Response('<html>', { status })]);
        await call(operation)({ id: 'ord_1' }).catch(() => {});
        expect(sent).toHaveLength(attempts);
      }
    },
  );
});

describe('a retried call', () => {
  it('retries after a failed connection and returns the response of the successful attempt', async () => {
    const { call, waits } = stub([broken, unavailable(), Response.json({ id: 'bkg_1' })]);
    expect(await call(cancel)({ booking_id: 'bkg_1' })).toEqual({ id: 'bkg_1' });
    expect(waits).toEqual([500, 1000]);
  });

  it('sends the same key and the same bytes even if the input changes between attempts', async () => {
    const input = { booking_id: 'bkg_1', note: 'first' };
    const change = () => {
      input.note = 'second';
      return problemResponse(500, 'internal_error');
    };
    const { call, sent } = stub([change, change]);
    await call(cancel)(input);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(new Set(await Promise.all(sent.map((request) => request.text())))).toEqual(
      new Set(['{"booking_id":"bkg_1","note":"first"}']),
    );
  });

  it('uses maxRetries of the call instead of maxRetries of the client', async () => {
    const steps = Array.from({ length: 9 }, unavailable);
    const { call, sent } = stub(steps, { maxRetries: 1 });
    await rejectionOf(call(cancel)({}));
    expect(sent).toHaveLength(2);
    await rejectionOf(call(cancel)({}, { maxRetries: 0 }));
    expect(sent).toHaveLength(3);
    await rejectionOf(call(cancel)({}, { maxRetries: 4 }));
    expect(sent).toHaveLength(8);
  });

  it('fails after two retries by default, and reports three attempts', async () => {
    const { call } = stub([unavailable(), unavailable(), unavailable()]);
    expect(await rejectionOf(call(cancel)({}))).toMatchObject({
      name: 'ApiError',
      status: 503,
      attempts: 3,
    });
  });
});

describe('Retry-After', () => {
  it.each([
    ['a number of seconds', '7'],
    ['a date', 'Fri, 20 Nov 2026 18:00:07 GMT'],
  ])('Retry-After replaces the backoff delay if it is %s', async (_, value) => {
    const { call, waits } = stub([
      rateLimited({ 'retry-after': value, date: 'Fri, 20 Nov 2026 18:00:00 GMT' }),
    ]);
    await call(cancel)({});
    expect(waits).toEqual([7000]);
  });

  it('waits for the time in Retry-After before it retries a retryable problem', async () => {
    const { call, waits } = stub([
      () => problemResponse(409, 'idempotency_in_progress', { 'retry-after': '2' }),
      unavailable({ 'retry-after': '3' }),
    ]);
    await call(cancel)({});
    expect(waits).toEqual([2000, 3000]);
  });

  it('ends the call immediately if Retry-After exceeds 60 s', async () => {
    const { call, sent, waits } = stub([rateLimited({ 'retry-after': '61' })]);
    const error = await rejectionOf<ApiError>(call(cancel)({}));
    expect(error).toMatchObject({ status: 429, retryAfter: 61, attempts: 1 });
    expect({ sent: sent.length, waits }).toEqual({ sent: 1, waits: [] });
    const minute = stub([rateLimited({ 'retry-after': '60' })]);
    await minute.call(cancel)({});
    expect(minute.waits).toEqual([60_000]);
  });

  it('reports Retry-After of an HTML page in the error', async () => {
    const { call } = stub([
      new Response('<html>', {
        status: 503,
        headers: { 'retry-after': '120', 'content-type': 'text/html' },
      }),
    ]);
    const error = await rejectionOf(call(cancel)({}));
    expect(error).toBeInstanceOf(UnexpectedResponseError);
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
  ])('parses the Retry-After value %j as %j', (value, seconds) => {
    expect(
      retryAfterSeconds(
        responseWith({ 'retry-after': value, date: 'Fri, 20 Nov 2026 18:00:00 GMT' }),
      ),
    ).toBe(seconds);
  });

  it('compares a Retry-After date with the local clock if the response has no Date', () => {
    const in30 = new Date(Date.now() + 30_000).toUTCString();
    expect(retryAfterSeconds(responseWith({ 'retry-after': in30 }))).toBeGreaterThan(27);
    expect(retryAfterSeconds(responseWith({ 'retry-after': in30 }))).toBeLessThan(32);
  });

  it('returns undefined if the Retry-After header is absent', () => {
    expect(retryAfterSeconds(responseWith({}))).toBeUndefined();
  });
});

describe('backoff', () => {
  it('doubles the delay from 0.5 s to 8 s, with up to 25% jitter', () => {
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

  it('the backoff delay depends on the random number', () => {
    expect(retryDelayMs(0, undefined, () => 0.5)).not.toBe(retryDelayMs(0, undefined, () => 0.1));
  });
});

const responseWith = (headers: Record<string, string>) => new Response(null, { headers });
