import { describe, expect, it } from 'vitest';
import type { ApiError } from '../src/index.js';
import { cancel, problemResponse, read } from './support/operations.js';
import { rejectionOf, stub } from './support/stub.js';

describe('failed results', () => {
  it('a failed result has the idempotency key and the attempts, so that the call can be repeated', async () => {
    const failing = () => problemResponse(500, 'internal_error');
    const { call, sent } = stub([failing, failing]);
    const failed = await call(cancel).result({ booking_id: 'bkg_1' }, { maxRetries: 1 });
    expect(failed).toMatchObject({ ok: false, status: 500, attempts: 2 });
    await call(cancel)({ booking_id: 'bkg_1' }, { idempotencyKey: failed.idempotencyKey });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys)).toEqual(new Set([failed.idempotencyKey]));
  });

  it('a failed result of a read has no idempotency key', async () => {
    const { call } = stub([problemResponse(410, 'gone')]);
    const { attempts, idempotencyKey } = await call(read).result({ id: 'ord_1' });
    expect({ attempts, idempotencyKey }).toEqual({ attempts: 1, idempotencyKey: undefined });
  });
});

describe('withResponse', () => {
  it('resolves with the body, the response, the number of attempts, and the idempotency key', async () => {
    const { call } = stub([
      problemResponse(503, 'service_unavailable'),
      Response.json({ id: 'bkg_1' }, { headers: { 'request-id': 'req_1' } }),
    ]);
    const { data, response, ...facts } = await call(cancel)(
      {},
      { idempotencyKey: 'order-1042' },
    ).withResponse();
    expect(data).toEqual({ id: 'bkg_1' });
    expect(response.headers.get('request-id')).toBe('req_1');
    expect(facts).toEqual({ attempts: 2, idempotencyKey: 'order-1042' });
  });

  it('rejects with the error of the call, without an unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const record = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', record);
    try {
      const { call } = stub([problemResponse(410, 'gone')]);
      expect(await rejectionOf(call(read)({ id: 'ord_1' }).withResponse())).toMatchObject({
        name: 'ApiError',
        code: 'gone',
      });
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', record);
    }
  });
});

describe('isProblem', () => {
  it('recognizes the problems of its operation by code', async () => {
    const { call } = stub([problemResponse(410, 'gone')]);
    const error = await rejectionOf<ApiError>(call(read)({ id: 'ord_1' }));
    expect(call(read).isProblem(error)).toBe(true);
    expect(call(read).isProblem(error, 'gone')).toBe(true);
    expect(call(read).isProblem(error, 'other')).toBe(false);
    expect(call(cancel).isProblem(error)).toBe(false);
    expect(call(read).isProblem(new Error('gone'))).toBe(false);
  });
});
