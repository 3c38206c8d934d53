import { describe, expect, it } from 'vitest';
import type { AttemptReport, DeprecationReport } from '../src/index.js';
import { cancel, problemResponse, read } from './support/operations.js';
import { rejectionOf, type Step, stub } from './support/stub.js';

function observedStub(steps: Step[], options: object = {}) {
  const attempts: AttemptReport[] = [];
  const notices: DeprecationReport[] = [];
  return {
    attempts,
    notices,
    ...stub(steps, {
      onAttempt: (report) => attempts.push(report),
      onDeprecation: (notice) => notices.push(notice),
      ...options,
    }),
  };
}

describe('onAttempt', () => {
  it('onAttempt is called after each attempt', async () => {
    const { attempts, call, clock } = observedStub([
      new TypeError('fetch failed'),
      () => {
        clock.now += 40;
        return problemResponse(503, 'service_unavailable', {
          'request-id': 'req_busy',
          'retry-after': '3',
        });
      },
      Response.json({}, { headers: { 'request-id': 'req_done' } }),
    ]);
    const startedAt = clock.now;
    await call(cancel)({});
    const common = {
      operation: 'cancelBooking',
      method: 'POST',
      path: '/{partner_name}/cancel_booking',
    };
    expect(attempts).toEqual([
      {
        ...common,
        attempt: 1,
        startedAt,
        durationMs: 0,
        error: expect.objectContaining({ name: 'ConnectionError' }),
        retryInMs: 500,
      },
      {
        ...common,
        attempt: 2,
        startedAt: startedAt + 500,
        durationMs: 40,
        status: 503,
        code: 'service_unavailable',
        requestId: 'req_busy',
        retryInMs: 3000,
      },
      {
        ...common,
        attempt: 3,
        startedAt: startedAt + 3540,
        durationMs: 0,
        status: 200,
        requestId: 'req_done',
      },
    ]);
  });

  it('onAttempt is called for a 401 that leads to a token refresh, and for an unexpected response', async () => {
    const tokens = ['test_1', 'test_2'];
    const steps = [
      () => problemResponse(401, 'token_expired'),
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    ];
    const { attempts, call } = observedStub(steps, { token: () => tokens.shift() });
    await rejectionOf(call(read)({ id: 'ord_1' }));
    expect(
      attempts.map(({ status, code, error, retryInMs }) => [status, code, error?.name, retryInMs]),
    ).toEqual([
      [401, 'token_expired', undefined, 0],
      [200, undefined, 'UnexpectedResponseError', undefined],
    ]);
  });

  it('onAttempt is called only for attempts that were made before an abort', async () => {
    const before = observedStub([]);
    await rejectionOf(before.call(read)({ id: 'ord_1' }, { signal: AbortSignal.abort() }));
    expect(before.attempts).toEqual([]);
    const controller = new AbortController();
    const reported: number[] = [];
    const onAttempt = ({ attempt }: AttemptReport) => {
      reported.push(attempt);
      controller.abort();
    };
    const { call } = stub([() => problemResponse(503, 'service_unavailable')], { onAttempt });
    expect(
      await rejectionOf(call(read)({ id: 'ord_1' }, { signal: controller.signal })),
    ).toMatchObject({ name: 'AbortError', attempts: 1 });
    expect(reported).toEqual([1]);
  });

  it('onAttempt is called for a rejected attempt if the token refresh fails', async () => {
    const token = ({ refused }: { refused?: string }) => {
      if (refused) throw new Error('vault is sealed');
      return 'test_1';
    };
    const { attempts, call } = observedStub([() => problemResponse(401, 'token_expired')], {
      token,
    });
    expect(await rejectionOf(call(read)({ id: 'ord_1' }))).toMatchObject({
      cause: { message: 'vault is sealed' },
    });
    expect(attempts).toMatchObject([{ status: 401, attempt: 1 }]);
  });

  it('onAttempt does not receive resource IDs, request headers or the token', async () => {
    const { attempts, call } = observedStub([problemResponse(410, 'gone')], {
      token: 'secret-token',
    });
    await rejectionOf(
      call(read)({ id: 'secret-id' }, { headers: { 'X-Secret': 'secret-header' } }),
    );
    expect(attempts).toHaveLength(1);
    expect(JSON.stringify(attempts)).not.toContain('secret');
  });

  it('an exception from onAttempt does not change the result of the call', async () => {
    const onAttempt = () => {
      throw new Error('metrics are down');
    };
    const { call } = stub([Response.json({ id: 'ord_1' })], {
      onAttempt,
    });
    expect(await call(read)({ id: 'ord_1' })).toEqual({ id: 'ord_1' });
  });
});

it('an exception from onDeprecation does not change the result of the call', async () => {
  let calls = 0;
  const onDeprecation = () => {
    calls += 1;
    throw new Error('metrics are down');
  };
  const response = Response.json({ id: 'ord_1' }, { headers: { deprecation: '@1' } });
  const { call } = stub([response], { onDeprecation });
  expect(await call(read)({ id: 'ord_1' })).toEqual({ id: 'ord_1' });
  expect(calls).toBe(1);
});

describe('hooks that return rejected promises', () => {
  it('a hook that returns a rejected promise does not affect the call or cause an unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const record = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', record);
    try {
      const reject = async () => {
        throw new Error('metrics are down');
      };
      const headers = { deprecation: '@1' };
      const options = { onAttempt: reject, onDeprecation: reject, logger: { onAttempt: reject } };
      const { call } = stub([Response.json({ id: 'ord_1' }, { headers })], options);
      expect(await call(read)({ id: 'ord_1' })).toEqual({ id: 'ord_1' });
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', record);
    }
  });
});

describe('onDeprecation', () => {
  const announced = (headers: Record<string, string>) => () => Response.json({}, { headers });

  it('onDeprecation is called once for each operation, with the dates and the link', async () => {
    const headers = {
      deprecation: '@1688169599',
      sunset: 'Sun, 31 Dec 2028 23:59:59 GMT',
      link: '<https://docs.example/next>; rel="next", <https://docs.example/v2>; rel="deprecation"; type="text/html"',
    };
    const { call, notices } = observedStub(Array.from({ length: 4 }, () => announced(headers)));
    for (const operation of [read, read, cancel, read]) await call(operation)({ id: 'ord_1' });
    const expected = {
      deprecatedAt: new Date(1688169599000),
      sunsetAt: new Date('2028-12-31T23:59:59Z'),
      link: 'https://docs.example/v2',
    };
    expect(notices).toEqual([
      { operation: 'getOrder', ...expected },
      { operation: 'cancelBooking', ...expected },
    ]);
  });

  it.each([
    [
      'only a sunset',
      { sunset: 'Sun, 31 Dec 2028 23:59:59 GMT' },
      { sunsetAt: new Date('2028-12-31T23:59:59Z') },
    ],
    ['only a deprecation', { deprecation: '@0' }, { deprecatedAt: new Date(0) }],
    ['invalid dates', { deprecation: 'true', sunset: 'soon' }, {}],
    [
      'a link with a different relation',
      { deprecation: '@1', link: '<https://docs.example/>; rel="help"' },
      { deprecatedAt: new Date(1000) },
    ],
  ])('onDeprecation is called for a response with %s', async (_, headers, expected) => {
    const { call, notices } = observedStub([announced(headers)]);
    await call(read)({ id: 'ord_1' });
    expect(notices).toEqual([{ operation: 'getOrder', ...expected }]);
  });

  it('onDeprecation is called for a problem response with Sunset, but not for a response without Sunset and Deprecation', async () => {
    const { call, notices } = observedStub([
      Response.json({}),
      () => problemResponse(410, 'gone', { sunset: 'Sun, 31 Dec 2028 23:59:59 GMT' }),
    ]);
    await call(read)({ id: 'ord_1' });
    expect(notices).toEqual([]);
    await rejectionOf(call(read)({ id: 'ord_1' }));
    expect(notices).toHaveLength(1);
  });
});
