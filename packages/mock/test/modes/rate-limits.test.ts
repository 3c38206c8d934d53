import type { Operation } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { RateLimits } from '../../../sandbox/src/kernel/rate-limits.ts';
import { tested } from '../../../sandbox/test/support/contracts.ts';
import { expectDocumented, expectProblem } from '../support/expect-response.ts';
import { startSandbox } from '../support/sandbox.ts';

const [lastmile] = tested;
if (lastmile === undefined) throw new Error('unreachable');
const cancel = lastmile.contract.operations.find(({ id }) => id === 'cancelBooking') as Operation;
const request = { booking_id: 'bkg_none', reason_code: 'other' };

describe('the rates of the contract', () => {
  it('are not enforced unless asked for', async () => {
    const { post } = await startSandbox();
    const { requests } = cancel.limits.rate;
    for (let count = 0; count <= requests; count++) {
      const answer = await post('/lastmile/acme/cancel_booking', request, {
        'idempotency-key': `key-${count}-000`,
      });
      expect([answer.status, answer.headers.ratelimit]).toEqual([404, undefined]);
    }
  });

  it('tell what is left, and refuse with 429 when nothing is, until the window is over', async () => {
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
    const refused = await book();
    expectProblem(lastmile, refused, 'rate_limited');
    expect([refused.headers['retry-after'], refused.headers.ratelimit]).toEqual([
      String(seconds - 20),
      `"default";r=0;t=${seconds - 20}`,
    ]);
    expect(mock.requests({ limit: 1 })[0]?.answer_findings).toEqual([]);
    await mock.advanceClock(seconds - 20);
    expect((await book()).status).toBe(201);
  });

  it('count what has not changed as well, and say what is left', async () => {
    const { ask, book, read } = await startSandbox({ limits: true });
    const operation = lastmile.contract.operations.find(
      ({ id }) => id === 'getBookingDetails',
    ) as Operation;
    const { requests, per_seconds: seconds } = operation.limits.rate;
    const { json: booking } = await book();
    const { headers } = await read(booking.id);
    const again = await ask({
      path: `/lastmile/acme/get_booking_details/${booking.id}`,
      headers: { 'if-none-match': headers.etag ?? '' },
    });
    expectDocumented(lastmile, operation, again);
    expect([again.status, again.headers.ratelimit]).toEqual([
      304,
      `"default";r=${requests - 2};t=${seconds}`,
    ]);
  });

  it('are counted for each tenant and operation', () => {
    const limits = new RateLimits(() => 0);
    const { requests } = cancel.limits.rate;
    for (let count = 0; count < requests; count++) limits.take('acme', cancel);
    expect(() => limits.take('acme', cancel)).toThrow(
      expect.objectContaining({ code: 'rate_limited' }),
    );
    expect(limits.take('globex', cancel).RateLimit).toBe(`"default";r=${requests - 1};t=60`);
    expect(limits.take('acme', { ...cancel, id: 'other' }).RateLimit).toBe(
      `"default";r=${requests - 1};t=60`,
    );
  });
});
