import type { Operation } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { RateLimits } from '../../../sandbox/src/kernel/rate-limits.ts';
import { testContracts } from '../../../sandbox/test/support/contracts.ts';
import { expectDocumented, expectProblem } from '../support/expect-response.ts';
import { startSandbox } from '../support/sandbox.ts';

const [lastmile] = testContracts;
if (lastmile === undefined) throw new Error('unreachable');
const cancel = lastmile.contract.operations.find(({ id }) => id === 'cancelBooking') as Operation;
const request = { booking_id: 'bkg_none', reason_code: 'other' };

describe('the rate limits of the contract', () => {
  it('rate limits are not enforced by default', async () => {
    const { post } = await startSandbox();
    const { requests } = cancel.limits.rate;
    for (let count = 0; count <= requests; count++) {
      const response = await post('/lastmile/acme/cancel_booking', request, {
        'idempotency-key': `key-${count}-000`,
      });
      expect([response.status, response.headers.ratelimit]).toEqual([404, undefined]);
    }
  });

  it('responses report the remaining requests; when none remain, requests return 429 until the window ends', async () => {
    const { book, mock } = await startSandbox({ limits: true });
    const operation = lastmile.contract.operations.find(
      ({ id }) => id === 'createBooking',
    ) as Operation;
    const { requests, per_seconds: seconds } = operation.limits.rate;
    const first = await book();
    expectDocumented(lastmile, operation, first);
    expect([first.headers['ratelimit-policy'], first.headers.ratelimit]).toEqual([
      `"default";q=${requests};w=${seconds}`,
      `"default";r=${requests - 1};t=${seconds}`,
    ]);
    await mock.advanceClock(20);
    for (let count = 1; count < requests; count++) expect((await book()).status).toBe(201);
    const rejected = await book();
    expectProblem(lastmile, rejected, 'rate_limited');
    expect([rejected.headers['retry-after'], rejected.headers.ratelimit]).toEqual([
      String(seconds - 20),
      `"default";r=0;t=${seconds - 20}`,
    ]);
    expect(mock.requests({ limit: 1 })[0]?.response_findings).toEqual([]);
    await mock.advanceClock(seconds - 20);
    expect((await book()).status).toBe(201);
  });

  it('rate limits are reported in responses to rejected requests, except if a request is rejected before it is counted', async () => {
    const { mock, post } = await startSandbox({ limits: true });
    const { requests, per_seconds: seconds } = cancel.limits.rate;
    const rejected = [request, {}, 'no object'];
    for (const [index, body] of rejected.entries()) {
      const response = await post('/lastmile/acme/cancel_booking', body, {
        'idempotency-key': `key-${index}-000`,
      });
      expect([response.status, response.headers.ratelimit]).toEqual([
        index === 0 ? 404 : 422,
        `"default";r=${requests - 1 - index};t=${seconds}`,
      ]);
    }
    const { headers } = await post('/lastmile/globex/cancel_booking', request, {
      authorization: 'Bearer unknown',
    });
    expect(headers.ratelimit).toBeUndefined();
    expect(mock.requests().flatMap(({ response_findings }) => response_findings)).toEqual([]);
  });

  it('rate limits count requests that return 304, and the 304 responses report the rate limit', async () => {
    const { sendRequest, book, read } = await startSandbox({ limits: true });
    const operation = lastmile.contract.operations.find(
      ({ id }) => id === 'getBookingDetails',
    ) as Operation;
    const { requests, per_seconds: seconds } = operation.limits.rate;
    const { json: booking } = await book();
    const { headers } = await read(booking.id);
    const again = await sendRequest({
      path: `/lastmile/acme/get_booking_details/${booking.id}`,
      headers: { 'if-none-match': headers.etag ?? '' },
    });
    expectDocumented(lastmile, operation, again);
    expect([again.status, again.headers.ratelimit]).toEqual([
      304,
      `"default";r=${requests - 2};t=${seconds}`,
    ]);
  });

  it('rate limits apply to each tenant and operation separately', () => {
    const limits = new RateLimits(() => 0);
    const acme = { tenant: 'acme', stores: [] };
    const { requests } = cancel.limits.rate;
    for (let count = 0; count < requests; count++) limits.take(cancel, acme);
    expect(() => limits.take(cancel, acme)).toThrow(
      expect.objectContaining({ code: 'rate_limited' }),
    );
    expect(limits.take(cancel, { tenant: 'globex', stores: [] }).RateLimit).toBe(
      `"default";r=${requests - 1};t=60`,
    );
    expect(limits.take({ ...cancel, id: 'other' }, acme).RateLimit).toBe(
      `"default";r=${requests - 1};t=60`,
    );
  });
});

describe('the rate limits per store', () => {
  const headers = (count: number) => ({ 'idempotency-key': `key-${count}-000` });
  const stores = ['sto_01JD3M7X9KQA', 'sto_01JD4E9N2PQT'];
  const update = (store_ids: string[]) => ({
    type: 'availability',
    store_ids,
    items: [{ id: 'unknown', availability: { state: 'hidden' } }],
  });

  it('rate limits per store count the reads of each store separately', async () => {
    const { sendRequest, mock } = await startSandbox({ limits: true });
    const read = (id: string) => sendRequest({ path: `/marketplace/stores/${id}` });
    const left = async (id: string) => (await read(id)).headers.ratelimit;
    expect(await left(stores[0] as string)).toBe('"default";r=59;t=60');
    expect(await left(stores[0] as string)).toBe('"default";r=58;t=60');
    expect(await left(stores[1] as string)).toBe('"default";r=59;t=60');
    expect(mock.requests({ limit: 1 })[0]?.response_findings).toEqual([]);
  });

  it('rate limits per store count a submission once for each of its stores, separately for each type', async () => {
    const { post } = await startSandbox({ limits: true });
    for (let count = 0; count < 60; count++) {
      const one = await post('/marketplace/menu', update([stores[0] as string]), headers(count));
      expect(one.status).toBe(422);
    }
    const both = await post('/marketplace/menu', update(stores), headers(60));
    expect([both.status, both.json.code, both.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '60',
    ]);
    const other = await post('/marketplace/menu', update([stores[1] as string]), headers(61));
    expect(other.status).toBe(422);
    const menu = { ...update([stores[0] as string]), type: 'menu' };
    expect((await post('/marketplace/menu', menu, headers(62))).status).toBe(422);
  });
});
