import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  bookingRequest,
  createSandbox,
  recipient,
  type TestResponse,
  type TestSandbox,
} from '../support/lastmile.ts';

const athens = 'sto_01JD2T5B8WHP';
const athensAddress = { line1: 'Ερμού 1', city: 'Αθήνα', country: 'GR' };

/** Creates a sandbox whose only store accepts no returns. */
function sandboxWithoutReturns(): TestSandbox {
  const sandbox = createSandbox({ start: Date.parse('2026-11-20T18:00:00Z') });
  const store = (sandbox.behavior.snapshot(10).stores as Body[]).find(({ id }) => id === athens);
  const capacity = { level: 'normal', extra_wait_minutes: 0 };
  const capabilities = { ...store.capabilities, restricted_goods: ['pharmacy'] };
  sandbox.behavior.load({ stores: [{ ...store, lifecycle: 'active', capacity, capabilities }] });
  return sandbox;
}

const bookInAthens = (sandbox: TestSandbox, more: JsonObject = {}): string =>
  sandbox.request('createBooking', {
    body: bookingRequest({
      pickup: { store_id: athens },
      dropoff: { address: athensAddress, contact: recipient },
      ...more,
    }),
  }).body.id;

const book = (sandbox: TestSandbox): string =>
  sandbox.request('createBooking', { body: bookingRequest() }).body.id;
const cancel = (sandbox: TestSandbox, id: string, more: JsonObject = {}): TestResponse =>
  sandbox.request('cancelBooking', {
    body: { booking_id: id, reason_code: 'customer_requested', ...more },
  });
const read = (sandbox: TestSandbox, id: string): Body =>
  sandbox.request('getBookingDetails', { id }).body;

describe('cancelBooking after the pickup', () => {
  it('rejects a cancellation without after_pickup, and charges the return fee with return_to_pickup', () => {
    const sandbox = createSandbox();
    const id = book(sandbox);
    sandbox.behavior.advance(id, 'enroute_to_dropoff');
    const before = read(sandbox, id);
    expect(before.cancellation_policy).toMatchObject({
      cancellable: true,
      after_pickup: ['return_to_pickup', 'dispose'],
    });
    expect(cancel(sandbox, id).body).toMatchObject({
      code: 'booking_not_cancellable',
      not_cancellable_reason: 'picked_up',
      detail:
        'The courier has picked up the packages. To cancel the booking, send after_pickup with return_to_pickup or dispose.',
      current_status: 'enroute_to_dropoff',
      current_revision: before.revision,
    });
    const { status, body } = cancel(sandbox, id, {
      after_pickup: 'return_to_pickup',
      max_fee: before.cancellation_policy.fee,
    });
    expect([status, body.status, body.phase]).toEqual([200, 'returning', 'return']);
    expect(body.price.total.amount).toBe(
      before.price.total.amount + before.cancellation_policy.fee.amount,
    );
    expect(body).toMatchObject({
      cancellation: { state: 'confirmed' },
      cancellation_policy: { not_cancellable_reason: 'returning' },
      return: { address: before.pickup.address },
    });
    expect(body.history.at(-1)).toMatchObject({
      status: 'returning',
      by: 'requester',
      reason_code: 'requester_cancelled',
    });
    sandbox.behavior.advance(id, undefined);
    expect(read(sandbox, id).status).toBe('returned');
  });

  it('accepts dispose without an additional fee, and sets the booking to failed', async () => {
    const sandbox = createSandbox();
    const id = book(sandbox);
    sandbox.behavior.advance(id, 'picked_up');
    const before = read(sandbox, id);
    const { status, body } = cancel(sandbox, id, {
      after_pickup: 'dispose',
      max_fee: { amount: 0, currency: 'EUR' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'failed',
      phase: 'closed',
      status_reason: { code: 'requester_cancelled' },
      price: before.price,
      cancellation: { state: 'confirmed', fee: { amount: 0, currency: 'EUR' } },
    });
    expect(body.history.at(-1)).toMatchObject({ by: 'requester' });
    expect(sandbox.eventsOf(id).at(-1).changes).toEqual(['status', 'cancellation']);
    await sandbox.advanceClock(3_600_000);
    expect(read(sandbox, id).revision).toBe(body.revision);
    expect(cancel(sandbox, id).status).toBe(200);
  });

  it('offers only dispose if the store accepts no returns', () => {
    const sandbox = sandboxWithoutReturns();
    const id = bookInAthens(sandbox);
    sandbox.behavior.advance(id, 'picked_up');
    expect(read(sandbox, id).cancellation_policy).toMatchObject({
      cancellable: true,
      fee: { amount: 0 },
      after_pickup: ['dispose'],
    });
    expect(cancel(sandbox, id, { after_pickup: 'return_to_pickup' }).body).toMatchObject({
      code: 'booking_not_cancellable',
      not_cancellable_reason: 'after_pickup_not_offered',
      detail:
        'The courier has picked up the packages. This booking accepts only dispose in after_pickup.',
    });
    expect(cancel(sandbox, id, { after_pickup: 'dispose' }).body.status).toBe('failed');
  });

  it('rejects the cancellation of a booking with restricted goods if the store accepts no returns', () => {
    const sandbox = sandboxWithoutReturns();
    const id = bookInAthens(sandbox, { restrictions: { contains: ['pharmacy'] } });
    sandbox.behavior.advance(id, 'picked_up');
    expect(read(sandbox, id).cancellation_policy).toMatchObject({
      cancellable: false,
      not_cancellable_reason: 'after_pickup_not_offered',
      after_pickup: [],
    });
    for (const after_pickup of ['reject', 'return_to_pickup', 'dispose']) {
      expect(cancel(sandbox, id, { after_pickup }).body).toMatchObject({
        code: 'booking_not_cancellable',
        not_cancellable_reason: 'after_pickup_not_offered',
      });
    }
  });
});

describe('the history of a booking', () => {
  it('contains the actor for each status, and the reason for the return', () => {
    const sandbox = createSandbox();
    const { id } = sandbox.request('createBooking', {
      body: bookingRequest({ test_scenario: 'recipient_no_show_returned' }),
    }).body;
    sandbox.behavior.advance(id, 'returned');
    expect(
      read(sandbox, id).history.map(({ status, by, reason_code }: Body) => [
        status,
        by,
        reason_code,
      ]),
    ).toEqual([
      ['searching', 'requester', undefined],
      ['courier_assigned', 'courier', undefined],
      ['enroute_to_pickup', 'courier', undefined],
      ['arrived_at_pickup', 'courier', undefined],
      ['picked_up', 'courier', undefined],
      ['enroute_to_dropoff', 'courier', undefined],
      ['arrived_at_dropoff', 'courier', undefined],
      ['returning', 'courier', 'recipient_no_show'],
      ['returned', 'courier', 'recipient_no_show'],
    ]);
  });

  it.each([
    ['cancelled_by_provider', 'cancelled', 'provider'],
    ['pickup_closed', 'cancelled', 'courier'],
    ['no_courier', 'expired', 'system'],
    ['rejected', 'rejected', 'provider'],
    ['return_failed', 'failed', 'courier'],
  ])('ends for the %s scenario with the status %s, set by the %s', (scenario, status, by) => {
    const sandbox = createSandbox();
    const { id } = sandbox.request('createBooking', {
      body: bookingRequest({ test_scenario: scenario }),
    }).body;
    sandbox.behavior.advance(id, status);
    expect(read(sandbox, id).history.at(-1)).toMatchObject({ status, by });
  });
});
