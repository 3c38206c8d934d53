import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  bookingRequest,
  createSandbox,
  home,
  machineData,
  recipient,
  second,
  type TestResponse,
  type TestSandbox,
} from '../support/lastmile.ts';

const fromAddress = { pickup: { address: { ...home, line1: 'Rokin 1' }, contact: recipient } };

function booked(more: JsonObject = {}): { sandbox: TestSandbox; id: string } {
  const sandbox = createSandbox();
  return { sandbox, id: sandbox.request('createBooking', { body: bookingRequest(more) }).body.id };
}

const cancel = (sandbox: TestSandbox, id: string, more: JsonObject = {}): TestResponse =>
  sandbox.request('cancelBooking', {
    body: { booking_id: id, reason_code: 'customer_requested', ...more },
  });
const read = (sandbox: TestSandbox, id: string): Body =>
  sandbox.request('getBookingDetails', { id }).body;

describe('cancelBooking', () => {
  it.each([
    ['searching', undefined],
    ['courier_assigned', 'courier_assigned'],
    ['enroute_to_pickup', 'courier_assigned'],
    ['arrived_at_pickup', 'arrived_at_pickup'],
  ])(
    'charges the fee of the cancellation policy for the status %s, and no other amount',
    async (status, from) => {
      const { sandbox, id } = booked({ tip: { amount: 100, currency: 'EUR' } });
      sandbox.behavior.advance(id, status);
      await sandbox.advanceClock(16 * second);
      const { cancellation_policy: policy, revision } = read(sandbox, id);
      const amount = policy.fees.find((fee: Body) => fee.from_status === from)?.fee.amount ?? 0;
      expect(policy).toMatchObject({ cancellable: true, fee: { amount } });
      const { status: responseStatus, body } = cancel(sandbox, id, {
        note: 'Ordered twice.',
        max_fee: policy.fee,
        expected_revision: revision,
      });
      expect(responseStatus).toBe(200);
      expect(body).toMatchObject({
        status: 'cancelled',
        revision: revision + 1,
        status_reason: { code: 'requester_cancelled' },
        cancellation: {
          state: 'confirmed',
          cancelled_by: 'requester',
          reason_code: 'customer_requested',
          note: 'Ordered twice.',
          fee: { amount },
        },
        price: {
          total: { amount },
          components: amount === 0 ? [] : [{ type: 'cancellation', amount }],
        },
        cancellation_policy: { cancellable: false, not_cancellable_reason: 'closed' },
      });
      expect(sandbox.eventsOf(id).at(-1)).toMatchObject({
        changes: ['status', 'cancellation', 'price'],
        previous_status: status,
      });
      await sandbox.advanceClock(3_600 * second);
      expect(sandbox.eventsOf(id).at(-1).status).toBe('cancelled');
    },
  );

  it('the cancellation fee is 0 until free_until, 15 s after a courier is assigned', async () => {
    const { sandbox, id } = booked();
    sandbox.behavior.advance(id, 'courier_assigned');
    const { free_until, fee } = read(sandbox, id).cancellation_policy;
    expect([Date.parse(free_until) - sandbox.clock.now(), fee.amount]).toEqual([15 * second, 0]);
    await sandbox.advanceClock(15 * second - 1);
    expect(read(sandbox, id).cancellation_policy.fee.amount).toBe(0);
    await sandbox.advanceClock(1);
    expect(read(sandbox, id).cancellation_policy.free_until).toBeUndefined();
    expect(read(sandbox, id).cancellation_policy.fee.amount).toBeGreaterThan(0);
  });

  it('returns 200 for a repeated cancellation without a second charge', async () => {
    const { sandbox, id } = booked(fromAddress);
    sandbox.behavior.advance(id, 'arrived_at_pickup');
    await sandbox.advanceClock(16 * second);
    const first = cancel(sandbox, id, { expected_revision: 4 });
    const again = cancel(sandbox, id, {
      expected_revision: 4,
      max_fee: { amount: 0, currency: 'EUR' },
    });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(sandbox.eventsOf(id)).toHaveLength(4);
  });

  it.each(['delivered', 'returned', 'failed', 'expired'])(
    'rejects a cancellation of a closed booking with the status %s',
    (end) => {
      const { sandbox, id } = booked();
      sandbox.behavior.advance(id, end);
      expect(cancel(sandbox, id).body).toMatchObject({
        code: 'booking_not_cancellable',
        not_cancellable_reason: 'closed',
        current_status: end,
      });
    },
  );

  it('rejects a cancellation during a return that no cancellation caused', () => {
    const { sandbox, id } = booked();
    sandbox.behavior.advance(id, 'returning');
    expect(cancel(sandbox, id)).toMatchObject({
      status: 409,
      body: { not_cancellable_reason: 'returning' },
    });
  });

  it('returns 200 if the provider has already cancelled the booking', () => {
    const { sandbox, id } = booked();
    sandbox.behavior.advance(id, 'cancelled');
    expect(cancel(sandbox, id)).toMatchObject({
      status: 200,
      body: { cancellation: { cancelled_by: 'provider' } },
    });
  });

  it('rejects a cancellation with an outdated expected_revision, or with a max_fee that is too low or in another currency', async () => {
    const { sandbox, id } = booked();
    sandbox.behavior.advance(id, 'enroute_to_pickup');
    await sandbox.advanceClock(16 * second);
    const { cancellation_policy: policy, revision } = read(sandbox, id);
    const conflict = cancel(sandbox, id, { expected_revision: revision - 1 }).body;
    expect(conflict).toMatchObject({
      code: 'revision_conflict',
      current_revision: revision,
      current_status: 'enroute_to_pickup',
    });
    const expensive = cancel(sandbox, id, {
      max_fee: { amount: policy.fee.amount - 1, currency: 'EUR' },
    }).body;
    expect(expensive).toMatchObject({
      code: 'cancellation_fee_changed',
      fee: policy.fee,
      current_revision: revision,
    });
    expect(cancel(sandbox, id, { max_fee: { amount: 1, currency: 'USD' } }).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/max_fee/currency' }],
    });
    const both = { max_fee: { amount: 1, currency: 'USD' }, expected_revision: revision - 1 };
    expect(cancel(sandbox, id, both).body).toMatchObject({ code: 'revision_conflict' });
    expect(read(sandbox, id).revision).toBe(revision);
    expect(cancel(sandbox, id, { max_fee: policy.fee, expected_revision: revision }).status).toBe(
      200,
    );
  });

  it('accepts only booking IDs, not external references', () => {
    const { sandbox } = booked({ external_reference: 'A-9' });
    expect(cancel(sandbox, 'ref:A-9').body.code).toBe('booking_not_found');
  });

  it('requires no confirmation by the courier network before a courier is assigned', () => {
    const { sandbox, id } = booked({ test_scenario: 'cancellation_needs_confirmation' });
    expect(cancel(sandbox, id)).toMatchObject({
      status: 200,
      body: { status: 'cancelled', price: { total: { amount: 0 } } },
    });
  });
});

describe('cancellation policy', () => {
  it('the cancellation policy lists statuses in the order of the state machine, with fees that never decrease', () => {
    const { sandbox, id } = booked();
    const { fees } = read(sandbox, id).cancellation_policy;
    const order = [...machineData.states.keys()];
    const places = fees.map(({ from_status }: Body) => order.indexOf(from_status));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const amounts = fees.map(({ fee }: Body) => fee.amount);
    expect(amounts).toEqual([...amounts].sort((a, b) => a - b));
  });
});
