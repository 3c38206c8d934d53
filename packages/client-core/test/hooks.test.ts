import { describe, expect, it } from 'vitest';
import type { AttemptReport, DeprecationReport } from '../src/index.js';
import { cancel, read, refusal } from './support/operations.js';
import { failureOf, type Step, stub } from './support/stub.js';

function watched(steps: Step[], options: object = {}) {
  const attempts: AttemptReport[] = [];
  const notices: DeprecationReport[] = [];
  return {
    attempts,
    notices,
    ...stub(steps, {
      onAttempt: (one) => attempts.push(one),
      onDeprecation: (one) => notices.push(one),
      ...options,
    }),
  };
}

describe('onAttempt', () => {
  it('is told of each attempt once it has ended', async () => {
    const { attempts, call, clock } = watched([
      new TypeError('fetch failed'),
      () => {
        clock.now += 40;
        return refusal(503, 'service_unavailable', {
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

  it('is told of an answer that is not of the service, and of a refreshed token', async () => {
    const tokens = ['test_1', 'test_2'];
    const steps = [
      () => refusal(401, 'token_expired'),
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    ];
    const { attempts, call } = watched(steps, { token: () => tokens.shift() });
    await failureOf(call(read)({ id: 'ord_1' }));
    expect(
      attempts.map(({ status, code, error, retryInMs }) => [status, code, error?.name, retryInMs]),
    ).toEqual([
      [401, 'token_expired', undefined, 0],
      [200, undefined, 'UnexpectedAnswerError', undefined],
    ]);
  });

  it('is not told of attempts that were never made, because the caller had aborted', async () => {
    const before = watched([]);
    await failureOf(before.call(read)({ id: 'ord_1' }, { signal: AbortSignal.abort() }));
    expect(before.attempts).toEqual([]);
    const controller = new AbortController();
    const told: number[] = [];
    const onAttempt = ({ attempt }: AttemptReport) => {
      told.push(attempt);
      controller.abort();
    };
    const { call } = stub([() => refusal(503, 'service_unavailable')], { onAttempt });
    expect(
      await failureOf(call(read)({ id: 'ord_1' }, { signal: controller.signal })),
    ).toMatchObject({ name: 'AbortError', attempts: 1 });
    expect(told).toEqual([1]);
  });

  it('is told of the refused attempt also when no new token comes', async () => {
    const token = ({ refused }: { refused?: string }) => {
      if (refused) throw new Error('vault is sealed');
      return 'test_1';
    };
    const { attempts, call } = watched([() => refusal(401, 'token_expired')], { token });
    await expect(call(read)({ id: 'ord_1' })).rejects.toThrow('vault is sealed');
    expect(attempts).toMatchObject([{ status: 401, attempt: 1 }]);
  });

  it('never sees ids, headers, bodies or the token', async () => {
    const { attempts, call } = watched([refusal(410, 'gone')], { token: 'secret-token' });
    await failureOf(call(read)({ id: 'secret-id' }, { headers: { 'X-Secret': 'secret-header' } }));
    expect(attempts).toHaveLength(1);
    expect(JSON.stringify(attempts)).not.toContain('secret');
  });

  it('does not change the call by throwing', async () => {
    const onAttempt = () => {
      throw new Error('metrics are down');
    };
    const { call } = stub([Response.json({ id: 'ord_1' })], {
      onAttempt,
      onDeprecation: onAttempt,
    });
    expect(await call(read)({ id: 'ord_1' })).toEqual({ id: 'ord_1' });
  });
});

describe('onDeprecation', () => {
  const announced = (headers: Record<string, string>) => () => Response.json({}, { headers });

  it('is told once for each operation, with the dates and the link', async () => {
    const headers = {
      deprecation: '@1688169599',
      sunset: 'Sun, 31 Dec 2028 23:59:59 GMT',
      link: '<https://docs.example/next>; rel="next", <https://docs.example/v2>; rel="deprecation"; type="text/html"',
    };
    const { call, notices } = watched(Array.from({ length: 4 }, () => announced(headers)));
    for (const operation of [read, read, cancel, read]) await call(operation)({ id: 'ord_1' });
    const told = {
      deprecatedAt: new Date(1688169599000),
      sunsetAt: new Date('2028-12-31T23:59:59Z'),
      link: 'https://docs.example/v2',
    };
    expect(notices).toEqual([
      { operation: 'getOrder', ...told },
      { operation: 'cancelBooking', ...told },
    ]);
  });

  it.each([
    [
      'only a sunset',
      { sunset: 'Sun, 31 Dec 2028 23:59:59 GMT' },
      { sunsetAt: new Date('2028-12-31T23:59:59Z') },
    ],
    ['only a deprecation', { deprecation: '@0' }, { deprecatedAt: new Date(0) }],
    ['dates that cannot be read', { deprecation: 'true', sunset: 'soon' }, {}],
    [
      'a link of another kind',
      { deprecation: '@1', link: '<https://docs.example/>; rel="help"' },
      { deprecatedAt: new Date(1000) },
    ],
  ])('is told of %s', async (_, headers, told) => {
    const { call, notices } = watched([announced(headers)]);
    await call(read)({ id: 'ord_1' });
    expect(notices).toEqual([{ operation: 'getOrder', ...told }]);
  });

  it('is told on a refusal too, and not at all when nothing is announced', async () => {
    const { call, notices } = watched([
      Response.json({}),
      () => refusal(410, 'gone', { sunset: 'Sun, 31 Dec 2028 23:59:59 GMT' }),
    ]);
    await call(read)({ id: 'ord_1' });
    expect(notices).toEqual([]);
    await failureOf(call(read)({ id: 'ord_1' }));
    expect(notices).toHaveLength(1);
  });
});
