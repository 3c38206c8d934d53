import { describe, expect, it } from 'vitest';
import { bookingRequest, startSandbox } from '../support/sandbox.ts';

const key = { 'idempotency-key': 'key-0001' };

describe('idempotency keys', () => {
  it('an idempotency key replays the first response with the same bytes, and does not execute the request again', async () => {
    const { book, mock } = await startSandbox();
    const request = { external_reference: 'A-1' };
    const count = () => (mock.snapshot().lastmile as { bookings: unknown[] }).bookings.length;
    const before = count();
    const first = await book(request, key);
    await mock.advanceClock(1800);
    const again = await book(request, key);
    expect([first.status, first.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect([again.text, again.headers.location]).toEqual([first.text, first.headers.location]);
    expect(count()).toBe(before + 1);
  });

  it('an idempotency key is rejected with another body', async () => {
    const { book } = await startSandbox();
    await book({ external_reference: 'A-1' }, key);
    const other = await book({ external_reference: 'A-2' }, key);
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('an idempotency key replays a business error', async () => {
    const { book } = await startSandbox();
    await book({ external_reference: 'A-1' });
    const rejected = await book({ external_reference: 'A-1' }, key);
    const again = await book({ external_reference: 'A-1' }, key);
    expect([rejected.status, rejected.json.code]).toEqual([409, 'duplicate_external_reference']);
    expect([again.status, again.json.existing_booking_id]).toEqual([
      409,
      rejected.json.existing_booking_id,
    ]);
    expect([
      rejected.headers['idempotency-replayed'],
      again.headers['idempotency-replayed'],
    ]).toEqual([undefined, 'true']);
    expect(again.json.request_id).toBe(again.headers['request-id']);
  });

  it.each(['rate_limited', 'unavailable_then_success'])(
    'an idempotency key is still unused after the error of the %s scenario',
    async (scenario) => {
      const { book } = await startSandbox();
      const request = { external_reference: 'A-1', test_scenario: scenario };
      expect([429, 503]).toContain((await book(request, key)).status);
      const second = await book(request, key);
      expect([second.status, second.headers['idempotency-replayed']]).toEqual([201, undefined]);
    },
  );

  it('an idempotency key is still unused after a request that violates the contract', async () => {
    const { book } = await startSandbox();
    expect((await book({ external_reference: 7 }, key)).status).toBe(422);
    expect((await book({ external_reference: 'A-1' }, key)).status).toBe(201);
  });

  it('an idempotency key replays a response that was lost', async () => {
    const { book, mock } = await startSandbox();
    const request = { external_reference: 'A-1', test_scenario: 'answer_lost' };
    await expect(book(request, key)).rejects.toThrow(/socket hang up|ECONNRESET/);
    const again = await book(request, key);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(mock.requests().map(({ status }) => status)).toEqual([201, 0]);
    const other = await book(request);
    expect([other.status, other.json.code]).toEqual([409, 'duplicate_external_reference']);
  });

  it('an idempotency key applies only to one partner', async () => {
    const { post } = await startSandbox();
    const created = await Promise.all(
      ['acme', 'globex'].map((partner) =>
        post(
          `/lastmile/${partner}/create_booking`,
          { ...bookingRequest, external_reference: 'A-1' },
          key,
        ),
      ),
    );
    expect(new Set(created.map(({ status, json }) => `${status} ${json.id}`)).size).toBe(2);
  });

  it('an idempotency key is rejected with another path', async () => {
    const { mock, post } = await startSandbox();
    const acknowledge = (id: string) =>
      post(`/marketplace/orders/${id}/acknowledge`, { result: 'succeeded' }, key);
    const [first, second] = [mock.createOrder(), mock.createOrder()];
    expect((await acknowledge(first.id)).status).toBe(200);
    const other = await acknowledge(second.id);
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('an idempotency key applies only to one operation', async () => {
    const { mock, post } = await startSandbox();
    const { id } = mock.createOrder();
    const order = `/marketplace/orders/${id}`;
    const acknowledged = await post(`${order}/acknowledge`, { result: 'succeeded' }, key);
    const accepted = await post(`${order}/status`, { status: 'accepted' }, key);
    expect([acknowledged.status, accepted.status]).toEqual([200, 200]);
  });

  it('an idempotency key expires after 24 hours on the simulated clock', async () => {
    const { book, mock } = await startSandbox();
    const request = { external_reference: 'A-1' };
    await book(request, key);
    await mock.advanceClock(24 * 3600 - 1);
    expect((await book(request, key)).headers['idempotency-replayed']).toBe('true');
    await mock.advanceClock(1);
    expect((await book(request, key)).headers['idempotency-replayed']).toBeUndefined();
  });
});
