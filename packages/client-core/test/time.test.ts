import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AbortedError, createCaller, TimeoutError } from '../src/index.js';
import { cancel, problemResponse, read } from './support/operations.js';
import { rejectionOf } from './support/stub.js';

const acme = { partner_name: 'acme' };
const start = Date.parse('2026-11-20T18:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Creates a client whose service never responds, and records the signal of each attempt. */
function hanging(options: object = {}) {
  const signals: AbortSignal[] = [];
  const fetch = (_: unknown, init?: RequestInit) => {
    signals.push(init?.signal as AbortSignal);
    return new Promise<Response>(() => {});
  };
  return {
    call: createCaller(
      { baseUrl: 'https://api.example.com', token: 'test_1', fetch, ...options },
      acme,
    ),
    signals,
  };
}

/** Returns the error of a call, and its duration on the fake clock in milliseconds. */
async function ending(promise: Promise<unknown>): Promise<{ error: unknown; after: number }> {
  const ended = rejectionOf(promise).then((error) => ({ error, after: Date.now() - start }));
  await vi.runAllTimersAsync();
  return ended;
}

describe('timeoutMs', () => {
  it('limits each attempt to 30 s by default', async () => {
    const { call, signals } = hanging();
    const { error, after } = await ending(call(read)({ id: 'ord_1' }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ limit: 'timeoutMs', limitMs: 30_000, attempts: 3 });
    expect(after).toBe(3 * 30_000 + 500 + 1000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true]);
  });

  it('uses the timeoutMs of the call instead of that of the client', async () => {
    const { call } = hanging({ timeoutMs: 5000, maxRetries: 0 });
    expect((await ending(call(read)({ id: 'ord_1' }))).after).toBe(5000);
    expect((await ending(call(read)({ id: 'ord_1' }, { timeoutMs: 200 }))).after).toBe(5200);
  });

  it('includes the time to read the body in timeoutMs', async () => {
    const fetch = async () =>
      new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    const call = createCaller(
      {
        baseUrl: 'https://api.example.com',
        token: 'test_1',
        fetch,
        maxRetries: 0,
        timeoutMs: 1000,
      },
      acme,
    );
    expect(await ending(call(read)({ id: 'ord_1' }))).toMatchObject({
      error: { name: 'TimeoutError' },
      after: 1000,
    });
  });

  it('accepts a timeoutMs that is longer than the maximum delay of a timer', async () => {
    let respond = (_: Response) => {};
    const fetch = () =>
      new Promise<Response>((resolve) => {
        respond = resolve;
      });
    const call = createCaller(
      {
        baseUrl: 'https://api.example.com',
        token: 'test_1',
        fetch,
        timeoutMs: Number.POSITIVE_INFINITY,
      },
      acme,
    );
    const data = call(read)({ id: 'ord_1' });
    await vi.advanceTimersByTimeAsync(60_000);
    respond(Response.json({ id: 'ord_1' }));
    expect(await data).toEqual({ id: 'ord_1' });
  });

  it('ends a token refresh that takes longer than timeoutMs, and the next call requests a new token', async () => {
    const requests: unknown[] = [];
    const token = (request: { refused?: string }) => {
      requests.push(request);
      return requests.length === 2 ? new Promise<string>(() => {}) : `test_${requests.length}`;
    };
    const call = createCaller(
      {
        baseUrl: 'https://api.example.com',
        token,
        fetch: async () => problemResponse(401, 'token_expired'),
        timeoutMs: 1000,
        maxRetries: 0,
      },
      acme,
    );
    const { error, after } = await ending(call(read)({ id: 'ord_1' }));
    expect([error, after]).toMatchObject([{ name: 'TimeoutError', attempts: 1 }, 1000]);
    expect((error as Error).message).toContain(
      'no token from your function within timeoutMs (1000), after 1 attempt.',
    );
    await ending(call(read)({ id: 'ord_1' }));
    expect(requests).toEqual([{}, { refused: 'test_1' }, {}, { refused: 'test_3' }]);
  });

  it('ends a token request that takes longer than timeoutMs, and the next call requests a new token', async () => {
    let requests = 0;
    const token = () => (requests++ === 0 ? new Promise<string>(() => {}) : 'test_2');
    const { call, signals } = hanging({ token, timeoutMs: 1000, maxRetries: 0 });
    const { error } = await ending(call(cancel)({}));
    expect(error).toMatchObject({ name: 'TimeoutError', attempts: 0 });
    expect((error as Error).message).toMatch(/no token.*Nothing was sent/);
    expect(signals).toHaveLength(0);
    await ending(call(cancel)({}));
    expect(signals).toHaveLength(1);
  });
});

describe('deadlineMs', () => {
  it('ends the call during an attempt', async () => {
    const { call } = hanging({ deadlineMs: 40_000 });
    expect(await ending(call(read)({ id: 'ord_1' }))).toMatchObject({
      error: { name: 'TimeoutError', limit: 'deadlineMs', limitMs: 40_000, attempts: 2 },
      after: 40_000,
    });
  });

  it('ends the call immediately if the next delay would exceed the deadline', async () => {
    const fetch = async () => problemResponse(503, 'service_unavailable', { 'retry-after': '10' });
    const call = createCaller({ baseUrl: 'https://api.example.com', token: 'test_1', fetch }, acme);
    expect(await ending(call(read)({ id: 'ord_1' }, { deadlineMs: 15_000 }))).toMatchObject({
      error: { name: 'ApiError', status: 503, attempts: 2, retryAfter: 10 },
      after: 10_000,
    });
  });

  it('includes the time to wait for a token in deadlineMs', async () => {
    const { call } = hanging({ token: () => new Promise(() => {}), deadlineMs: 700 });
    expect(await ending(call(read)({ id: 'ord_1' }))).toMatchObject({
      error: { limit: 'deadlineMs', attempts: 0 },
      after: 700,
    });
  });
});

describe('signal', () => {
  const controller = () => {
    const one = new AbortController();
    return {
      abort: (reason?: unknown) => one.abort(reason),
      signal: one.signal,
      listeners: () => getEventListeners(one.signal, 'abort').length,
    };
  };

  it('prevents the request if the signal is already aborted', async () => {
    const { call, signals } = hanging();
    const error = await rejectionOf(
      call(cancel)({}, { signal: AbortSignal.abort('changed my mind') }),
    );
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ name: 'AbortError', cause: 'changed my mind', attempts: 0 });
    expect(error.message).toContain('Nothing was sent');
    expect(signals).toHaveLength(0);
  });

  it('ends the call without a retry, and uses the reason of the signal as the cause of the error', async () => {
    const { call, signals } = hanging();
    const { signal, abort, listeners } = controller();
    const ended = rejectionOf(call(cancel)({}, { signal }));
    await vi.advanceTimersByTimeAsync(100);
    const reason = new Error('closed the page');
    abort(reason);
    expect(await ended).toMatchObject({ name: 'AbortError', cause: reason, attempts: 1 });
    await vi.runAllTimersAsync();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(listeners()).toBeLessThan(2);
  });

  it('ends the delay between attempts', async () => {
    let sent = 0;
    const fetch = async () => {
      sent++;
      return problemResponse(503, 'service_unavailable', { 'retry-after': '50' });
    };
    const call = createCaller({ baseUrl: 'https://api.example.com', token: 'test_1', fetch }, acme);
    const { signal, abort, listeners } = controller();
    const ended = rejectionOf(call(cancel)({}, { signal }));
    await vi.advanceTimersByTimeAsync(20_000);
    abort();
    expect(await ended).toMatchObject({ name: 'AbortError', attempts: 1 });
    expect(vi.getTimerCount()).toBe(0);
    expect({ sent, listeners: listeners() }).toEqual({ sent: 1, listeners: 1 });
  });

  it('ends the call if a hook aborts the signal', async () => {
    const { signal, abort, listeners } = controller();
    const options = {
      fetch: async () => problemResponse(503, 'service_unavailable'),
      onAttempt: () => abort('enough'),
    };
    const call = createCaller(
      { baseUrl: 'https://api.example.com', token: 'test_1', ...options },
      acme,
    );
    expect(await ending(call(cancel)({}, { signal }))).toMatchObject({
      error: { name: 'AbortError', cause: 'enough', attempts: 1 },
      after: 0,
    });
    expect(listeners()).toBeLessThan(2);
  });

  it('the signal of one call does not cancel a token request that other calls share', async () => {
    let requests = 0;
    let give = (_: string) => {};
    const token = () => {
      requests++;
      return new Promise<string>((resolve) => {
        give = resolve;
      });
    };
    const fetch = async () => Response.json({ id: 'ord_1' });
    const call = createCaller({ baseUrl: 'https://api.example.com', token, fetch }, acme);
    const { signal, abort } = controller();
    const first = rejectionOf(call(read)({ id: 'ord_1' }, { signal }));
    const second = call(read)({ id: 'ord_1' });
    await vi.advanceTimersByTimeAsync(10);
    abort();
    expect(await first).toBeInstanceOf(AbortedError);
    const third = call(read)({ id: 'ord_1' });
    await vi.advanceTimersByTimeAsync(10);
    give('test_1');
    expect(await Promise.all([second, third])).toEqual([{ id: 'ord_1' }, { id: 'ord_1' }]);
    expect(requests).toBe(1);
  });

  it('ends the wait for a token', async () => {
    const { call } = hanging({ token: () => new Promise(() => {}) });
    const { signal, abort, listeners } = controller();
    const ended = rejectionOf(call(cancel)({}, { signal }));
    await vi.advanceTimersByTimeAsync(10);
    abort();
    expect(await ended).toMatchObject({ name: 'AbortError', attempts: 0 });
    expect(listeners()).toBeLessThan(2);
  });

  it('adds one listener to the signal for any number of calls', async () => {
    const { signal, listeners } = controller();
    const responders = [
      () => Response.json({}),
      () => problemResponse(409, 'gone'),
      () => problemResponse(503, 'service_unavailable'),
      () => new Response('<html>'),
      () => Promise.reject(new TypeError('fetch failed')),
      () => new Promise<Response>(() => {}),
    ];
    let turn = 0;
    const fetch = async () =>
      (responders[turn++ % responders.length] as () => Promise<Response> | Response)();
    const call = createCaller({ baseUrl: 'https://api.example.com', token: 'test_1', fetch }, acme);
    const calls = Array.from({ length: 60 }, () => call(cancel)({}, { signal }).catch(() => {}));
    await vi.advanceTimersByTimeAsync(0);
    expect(listeners()).toBe(1);
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(listeners()).toBeLessThan(2);
  });

  it('ends the call with an AbortError if the reason of the signal is a TimeoutError', async () => {
    const { call } = hanging();
    const { signal, abort } = controller();
    setTimeout(
      () => abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
      300,
    );
    const { error, after } = await ending(call(read)({ id: 'ord_1' }, { signal }));
    expect(error).toMatchObject({ name: 'AbortError', cause: { name: 'TimeoutError' } });
    expect(after).toBe(300);
  });
});
