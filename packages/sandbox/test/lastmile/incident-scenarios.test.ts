import { describe, expect, it } from 'vitest';
import {
  type Body,
  bookingRequest,
  createSandbox,
  estimateRequest,
  hour,
  minute,
  type TestSandbox,
} from '../support/lastmile.ts';
import { bookScenario, statuses, toDropoff } from '../support/lastmile-scenarios.ts';

const components = ({ price }: Body): string[] => price.components.map(({ type }: Body) => type);
const read = (sandbox: TestSandbox, id: string): Body =>
  sandbox.request('getBookingDetails', { id }).body;

it('courier_reassigned returns to searching with a reason, and another courier delivers', async () => {
  const { sandbox, id } = bookScenario('courier_reassigned');
  await sandbox.advanceClock(10 * minute);
  const events = sandbox.eventsOf(id);
  expect(statuses(events)).toEqual([
    'courier_assigned',
    'enroute_to_pickup',
    'searching',
    ...toDropoff,
    'delivered',
  ]);
  const [first, , reassigned, second] = events;
  expect(reassigned).toMatchObject({
    changes: ['status', 'courier'],
    status_reason: { code: 'courier_issue' },
    reassignment_count: 1,
    pickup: {},
    dropoff: {},
  });
  expect(reassigned.courier).toBeUndefined();
  expect(second.status_reason).toBeUndefined();
  expect(second.courier.id).not.toBe(first.courier.id);
  expect(second.courier.name).not.toBe(first.courier.name);
  expect(second.changes).toEqual(['status', 'courier', 'eta']);
});

it('courier_reassigned assigns couriers with different names for each of 40 seeds', async () => {
  for (let seed = 0; seed < 40; seed++) {
    const sandbox = createSandbox({ seed: `couriers-${seed}` });
    const { body } = sandbox.request('createBooking', {
      body: bookingRequest({ test_scenario: 'courier_reassigned' }),
    });
    await sandbox.advanceClock(10 * minute);
    const names = sandbox.eventsOf(body.id).flatMap(({ courier }) => courier?.name ?? []);
    expect(new Set(names).size).toBe(2);
  }
});

it('no_courier stays in searching until assign_by, then expires at a price of 0', async () => {
  const { sandbox, id, booked } = bookScenario('no_courier');
  await sandbox.advanceClock(Date.parse(booked.assign_by) - sandbox.clock.now() - 1);
  expect(read(sandbox, id)).toMatchObject({ status: 'searching', revision: 1 });
  expect(read(sandbox, id).pickup.eta).toBeUndefined();
  await sandbox.advanceClock(1);
  expect(sandbox.eventsOf(id)).toMatchObject([
    {
      status: 'expired',
      changes: ['status', 'price'],
      status_reason: { code: 'no_courier_available' },
      price: { total: { amount: 0 }, components: [] },
    },
  ]);
  expect(sandbox.eventsOf(id)[0].updated_at).toBe(booked.assign_by);
});

it('rejected starts as pending, and ends as rejected at a price of 0', async () => {
  const { sandbox, id, booked } = bookScenario('rejected');
  expect(booked.status).toBe('pending');
  await sandbox.advanceClock(minute);
  expect(sandbox.eventsOf(id)).toMatchObject([
    { status: 'rejected', status_reason: { code: 'regulatory' }, price: { total: { amount: 0 } } },
  ]);
});

it('not_serviceable rejects the request, and creates no booking and no event', async () => {
  const sandbox = createSandbox();
  const { status, body } = sandbox.request('createBooking', {
    body: bookingRequest({ test_scenario: 'not_serviceable' }),
  });
  expect([status, body.code, body.reasons.map(({ code }: Body) => code)]).toEqual([
    422,
    'not_serviceable',
    ['no_courier_available'],
  ]);
  expect(Date.parse(body.reasons[0].retry_at)).toBeGreaterThan(sandbox.clock.now());
  await sandbox.advanceClock(hour);
  expect([sandbox.sent, sandbox.behavior.snapshot(10).bookings]).toEqual([[], []]);
});

it('pickup_closed ends with a cancellation by the courier, at the fee for arrived_at_pickup', async () => {
  const { sandbox, id, booked } = bookScenario('pickup_closed');
  const { amount } = booked.cancellation_policy.fees.find(
    (fee: Body) => fee.from_status === 'arrived_at_pickup',
  ).fee;
  await sandbox.advanceClock(5 * minute);
  const events = sandbox.eventsOf(id);
  expect(statuses(events)).toEqual([...toDropoff.slice(0, 3), 'cancelled']);
  expect(events.at(-1)).toMatchObject({
    status_reason: { code: 'pickup_closed' },
    cancellation: { state: 'confirmed', cancelled_by: 'courier', fee: { amount } },
    price: { total: { amount }, components: [{ type: 'cancellation', amount }] },
  });
});

it('cancelled_by_provider ends as cancelled at a price of 0', async () => {
  const { sandbox, id } = bookScenario('cancelled_by_provider');
  await sandbox.advanceClock(5 * minute);
  expect(statuses(sandbox.eventsOf(id))).toEqual([
    'courier_assigned',
    'enroute_to_pickup',
    'cancelled',
  ]);
  expect(sandbox.eventsOf(id).at(-1)).toMatchObject({
    status_reason: { code: 'technical_issue' },
    cancellation: { cancelled_by: 'provider', fee: { amount: 0 } },
    price: { total: { amount: 0 } },
  });
});

describe.each([
  ['cancellation_needs_confirmation', ['cancelled']],
  ['cancellation_declined', [...toDropoff.slice(2), 'delivered']],
])('the %s scenario', (scenario, rest) => {
  it('waits in enroute_to_pickup for a cancellation, and follows the decision of the courier network', async () => {
    const { sandbox, id } = bookScenario(scenario);
    await sandbox.advanceClock(24 * hour);
    expect(statuses(sandbox.eventsOf(id))).toEqual(['courier_assigned', 'enroute_to_pickup']);
    const { cancellation_policy: policy, revision } = read(sandbox, id);
    const request = {
      booking_id: id,
      reason_code: 'eta_too_long',
      note: 'Too late.',
      expected_revision: revision,
      max_fee: policy.fee,
    };
    const { status, body } = sandbox.request('cancelBooking', { body: request });
    expect([status, body.status, body.cancellation.state]).toEqual([
      202,
      'enroute_to_pickup',
      'requested',
    ]);
    expect(sandbox.request('cancelBooking', { body: request })).toMatchObject({
      status: 202,
      body: { revision: body.revision },
    });
    expect(sandbox.eventsOf(id).at(-1)).toMatchObject({
      changes: ['cancellation'],
      revision: revision + 1,
    });
    expect(sandbox.eventsOf(id).at(-1).cancellation.note).toBeUndefined();
    await sandbox.advanceClock(minute - 1);
    const isDeclined = scenario === 'cancellation_declined';
    const decided = sandbox
      .eventsOf(id)
      .find(({ cancellation }) => cancellation?.state === (isDeclined ? 'declined' : 'confirmed'));
    if (isDeclined) {
      expect(decided).toMatchObject({
        changes: ['cancellation'],
        status: 'enroute_to_pickup',
        cancellation: { fee: { amount: 0 } },
      });
      const again = sandbox.request('cancelBooking', {
        body: { booking_id: id, reason_code: 'other' },
      });
      expect(again).toMatchObject({
        status: 409,
        body: { code: 'booking_not_cancellable', not_cancellable_reason: 'declined' },
      });
    } else
      expect(decided).toMatchObject({
        changes: ['status', 'cancellation', 'price'],
        price: { total: policy.fee },
      });
    await sandbox.advanceClock(10 * minute);
    expect(statuses(sandbox.eventsOf(id)).slice(2)).toEqual(rest);
  });
});

describe.each([
  ['recipient_no_show_returned', 'recipient_no_show', 'returned'],
  ['age_check_failed', 'age_verification_failed', 'returned'],
])('the %s scenario', (scenario, reason, end) => {
  it('returns the packages, and adds a return component to the price', async () => {
    const { sandbox, id, booked } = bookScenario(scenario, {
      return_verification: { methods: ['signature'] },
    });
    await sandbox.advanceClock(10 * minute);
    const events = sandbox.eventsOf(id);
    expect(statuses(events)).toEqual([...toDropoff, 'returning', end]);
    const [returning, returned] = events.slice(-2);
    expect(returning).toMatchObject({
      changes: ['status', 'price', 'eta'],
      status_reason: { code: reason },
      return: { eta: { expected_at: returned.updated_at } },
    });
    expect([components(booked), components(returning)]).toEqual([
      ['base', 'distance'],
      ['base', 'distance', 'return'],
    ]);
    expect(returned.status_reason.code).toBe(reason);
    expect(read(sandbox, id)).toMatchObject({
      return: { address: booked.pickup.address, proofs: [{ type: 'signature' }] },
    });
  });
});

it('return_failed ends as failed during the return of the packages', async () => {
  const { sandbox, id } = bookScenario('return_failed');
  await sandbox.advanceClock(10 * minute);
  expect(statuses(sandbox.eventsOf(id))).toEqual([...toDropoff, 'returning', 'failed']);
  expect(
    sandbox
      .eventsOf(id)
      .slice(-2)
      .map(({ status_reason }) => status_reason.code),
  ).toEqual(['recipient_no_show', 'package_missing_or_wrong']);
});

it('late_eta_drift delays the ETA three times by 5 minutes each, and arrives at the last ETA', async () => {
  const { sandbox, id } = bookScenario('late_eta_drift');
  await sandbox.advanceClock(30 * minute);
  const events = sandbox.eventsOf(id);
  const drifts = events.filter(({ changes }) => !changes.includes('status'));
  expect(drifts.map(({ changes, status }) => [changes, status])).toEqual(
    Array(3).fill([['eta'], 'enroute_to_dropoff']),
  );
  const arrivals = [events[4], ...drifts].map(({ dropoff }) => Date.parse(dropoff.eta.expected_at));
  expect(arrivals.slice(1).map((time, index) => time - (arrivals[index] as number))).toEqual(
    Array(3).fill(5 * minute),
  );
  expect(statuses(events)).toEqual([...toDropoff, 'delivered']);
  expect(Date.parse(events.at(-2).updated_at)).toBe(arrivals.at(-1));
});

it('price_changed adds a waiting component, and keeps the quoted price', async () => {
  const sandbox = createSandbox();
  const estimate = sandbox.request('createEstimate', { body: estimateRequest() }).body;
  const { id } = sandbox.request('createBooking', {
    body: bookingRequest({ estimate_id: estimate.id, test_scenario: 'price_changed' }),
  }).body;
  await sandbox.advanceClock(10 * minute);
  const changed = sandbox.eventsOf(id).find(({ changes }) => changes.includes('price'));
  expect(changed).toMatchObject({ changes: ['price'], status: 'arrived_at_pickup' });
  expect(components(changed)).toEqual(['base', 'distance', 'waiting']);
  expect(read(sandbox, id)).toMatchObject({
    status: 'delivered',
    price: changed.price,
    quoted_price: estimate.price,
  });
});

it('webhook_missing sends no event for picked_up, but a read returns the status in the history', async () => {
  const { sandbox, id } = bookScenario('webhook_missing');
  await sandbox.advanceClock(10 * minute);
  expect(sandbox.eventsOf(id).map(({ status, revision }) => [status, revision])).toEqual(
    [...toDropoff, 'delivered']
      .map((status, index) => [status, index + 2])
      .filter(([status]) => status !== 'picked_up'),
  );
  expect(read(sandbox, id).history.map(({ status }: Body) => status)).toContain('picked_up');
});
