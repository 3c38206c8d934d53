import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCaller } from '../src/index.js';
import { problemResponse, read } from './support/operations.js';
import { rejectionOf, withEnvironment } from './support/stub.js';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('deadlines and clocks', () => {
  it('a wall clock that is set back does not extend the deadline', async () => {
    const fetch = async () => {
      vi.setSystemTime(Date.now() - 2 * 3600 * 1000);
      return problemResponse(503, 'service_unavailable');
    };
    const call = createCaller({ baseUrl: 'https://api.example.com', token: 'test_1', fetch }, {});
    const started = performance.now();
    const ended = rejectionOf(call(read)({ id: 'ord_1' }, { deadlineMs: 600, maxRetries: 9 }));
    await vi.runAllTimersAsync();
    expect(await ended).toMatchObject({ status: 503, attempts: 2 });
    expect(performance.now() - started).toBe(500);
  });

  it('no attempt starts after the deadline if the delay takes longer than planned', async () => {
    let sent = 0;
    const fetch = async () => {
      sent++;
      return problemResponse(503, 'service_unavailable');
    };
    const sleep = async () => void (await vi.advanceTimersByTimeAsync(5_000));
    const options = { baseUrl: 'https://api.example.com', token: 'test_1', fetch };
    const call = createCaller(withEnvironment(options, { sleep }), {});
    expect(await rejectionOf(call(read)({ id: 'ord_1' }, { deadlineMs: 1_000 }))).toMatchObject({
      name: 'TimeoutError',
      limit: 'deadlineMs',
      attempts: 1,
    });
    expect(sent).toBe(1);
  });
});
