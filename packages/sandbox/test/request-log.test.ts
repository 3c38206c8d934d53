import { expect, it } from 'vitest';
import { RequestLog } from '../src/request-log.ts';

it('the request log keeps the last 1,000 requests and lists the matching requests, newest first', () => {
  const log = new RequestLog();
  for (let number = 1; number <= 1_500; number++)
    log.add({
      request_id: `req_${number}`,
      at: '2026-11-20T18:00:00.000Z',
      method: 'GET',
      path: '/',
      operation: number % 2 === 0 ? 'getOrder' : 'getStore',
      status: 200,
      milliseconds: 1,
      findings: [],
      response_findings: [],
    });
  const ids = (limit: number, operation?: string): string[] =>
    log
      .list({ limit, ...(operation !== undefined && { operation }) })
      .map(({ request_id: id }) => id);
  expect(ids(2)).toEqual(['req_1500', 'req_1499']);
  expect(ids(2, 'getStore')).toEqual(['req_1499', 'req_1497']);
  expect(ids(5_000)).toHaveLength(1_000);
  expect(log.list({})).toHaveLength(100);
});
