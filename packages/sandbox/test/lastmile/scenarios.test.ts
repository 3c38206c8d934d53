import { describe, expect, it } from 'vitest';
import { scenarios } from '../../src/lastmile/scenarios/definitions.ts';
import {
  type Body,
  bookingRequest,
  contract,
  createSandbox,
  estimateRequest,
  home,
  hour,
  machine,
  minute,
  recipient,
  second,
  type TestSandbox,
} from '../support/lastmile.ts';

const toDropoff = [
  'courier_assigned',
  'enroute_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'enroute_to_dropoff',
  'arrived_at_dropoff',
];
const withVerification = {
  dropoff: { address: home, contact: recipient, verification: { methods: ['photo', 'signature'] } },
};

/** Books with a scenario at a bench of its own. */
function bookScenario(
  scenario: string,
  more = {},
): { sandbox: TestSandbox; id: string; booked: Body } {
  const sandbox = createSandbox();
  const { status, body } = sandbox.request('createBooking', {
    body: bookingRequest({ test_scenario: scenario, ...more }),
  });
  expect(status).toBe(201);
  return { sandbox, id: body.id, booked: body };
}

const statuses = (events: Body[]): string[] =>
  events.filter(({ changes }) => changes.includes('status')).map(({ status }) => status);
const components = ({ price }: Body): string[] => price.components.map(({ type }: Body) => type);
const read = (sandbox: TestSandbox, id: string): Body =>
  sandbox.request('getBookingDetails', { id }).body;

it('has a story for each scenario of the contract that createBooking takes, and no other', () => {
  const named = contract.scenarios
    .filter(({ operations }) => operations.includes('createBooking'))
    .map(({ name }) => name);
  expect(Object.keys(scenarios).sort()).toEqual(named.sort());
});

describe.each(['delivered', 'webhook_duplicate', 'webhook_out_of_order', 'answer_lost'])(
  '%s',
  (scenario) => {
    it('passes the main line with an event for each step, and ends as delivered with what was asked for', async () => {
      const { sandbox, id, booked } = bookScenario(scenario, withVerification);
      expect(booked).toMatchObject({ status: 'searching', revision: 1, test: true });
      await sandbox.advanceClock(10 * minute);
      const events = sandbox.eventsOf(id);
      expect(events.map(({ status }) => status)).toEqual([...toDropoff, 'delivered']);
      expect(events.map(({ revision }) => revision)).toEqual([2, 3, 4, 5, 6, 7, 8]);
      expect(events.at(-1)).toMatchObject({
        changes: ['status', 'proof'],
        dropoff: { verified_methods: ['photo', 'signature'] },
      });
      expect(read(sandbox, id).dropoff.proofs.map(({ type }: Body) => type)).toEqual([
        'photo',
        'signature',
      ]);
    });
  },
);

it('delivered takes short steps, 20 to 40 seconds each, and foretells them', async () => {
  const { sandbox, id, booked } = bookScenario('delivered');
  await sandbox.advanceClock(10 * minute);
  const times = [
    booked.created_at,
    ...sandbox.eventsOf(id).map(({ updated_at }) => updated_at),
  ].map(Date.parse);
  for (const [index, time] of times.slice(1).entries()) {
    expect(time - (times[index] as number)).toBeGreaterThanOrEqual(20 * second);
    expect(time - (times[index] as number)).toBeLessThanOrEqual(40 * second);
  }
  const [assigned, , atStore, , , atDoor] = sandbox.eventsOf(id);
  expect(assigned).toMatchObject({
    changes: ['status', 'courier', 'eta'],
    pickup: { eta: { expected_at: atStore.updated_at } },
  });
  expect(assigned.dropoff.eta.expected_at).toBe(atDoor.updated_at);
});

it('delivered is played when no scenario is named, and begins as scheduled when the times are further off', async () => {
  const sandbox = createSandbox();
  const starts = sandbox.clock.now() + 3 * hour;
  const schedule = {
    pickup_window: {
      starts_at: sandbox.clock.instant(starts),
      ends_at: sandbox.clock.instant(starts + hour),
    },
  };
  const { body } = sandbox.request('createBooking', { body: bookingRequest({ schedule }) });
  expect(body).toMatchObject({
    status: 'scheduled',
    phase: 'open',
    assign_by: sandbox.clock.instant(starts + 45 * minute),
  });
  await sandbox.advanceClock(5 * hour);
  expect(statuses(sandbox.eventsOf(body.id))).toEqual(['searching', ...toDropoff, 'delivered']);
  const [searching] = sandbox.eventsOf(body.id);
  expect(searching).toMatchObject({
    previous_status: 'scheduled',
    updated_at: sandbox.clock.instant(starts - 45 * minute),
  });
  expect(Date.parse(read(sandbox, body.id).pickup.completed_at)).toBeGreaterThanOrEqual(starts);
});

it('delivered_left_at_door ends with a photo, whatever was asked for', async () => {
  const { sandbox, id } = bookScenario('delivered_left_at_door');
  await sandbox.advanceClock(10 * minute);
  expect(statuses(sandbox.eventsOf(id))).toEqual([...toDropoff, 'delivered']);
  expect(read(sandbox, id).dropoff.proofs).toMatchObject([{ type: 'photo' }]);
});

it('courier_reassigned goes back to searching with the reason, and another courier delivers', async () => {
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
  const [first, , defined, second] = events;
  expect(defined).toMatchObject({
    changes: ['status', 'courier'],
    status_reason: { code: 'courier_issue' },
    reassignment_count: 1,
    pickup: {},
    dropoff: {},
  });
  expect(defined.courier).toBeUndefined();
  expect(second.status_reason).toBeUndefined();
  expect(second.courier.id).not.toBe(first.courier.id);
  expect(second.courier.name).not.toBe(first.courier.name);
  expect(second.changes).toEqual(['status', 'courier', 'eta']);
});

it('no_courier stays in searching until assign_by, and expires at a price of 0', async () => {
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

it('rejected begins as pending, and ends as rejected at a price of 0', async () => {
  const { sandbox, id, booked } = bookScenario('rejected');
  expect(booked.status).toBe('pending');
  await sandbox.advanceClock(minute);
  expect(sandbox.eventsOf(id)).toMatchObject([
    { status: 'rejected', status_reason: { code: 'regulatory' }, price: { total: { amount: 0 } } },
  ]);
});

it('not_serviceable is refused at once, and nothing comes of it', async () => {
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

it('pickup_closed is cancelled by the courier, at the fee of an arrival', async () => {
  const { sandbox, id, booked } = bookScenario('pickup_closed');
  const { amount } = booked.cancellation_policy.fees.find(
    (fee: Body) => fee.from_status === 'arrived_at_pickup',
  );
  await sandbox.advanceClock(5 * minute);
  const events = sandbox.eventsOf(id);
  expect(statuses(events)).toEqual([...toDropoff.slice(0, 3), 'cancelled']);
  expect(events.at(-1)).toMatchObject({
    status_reason: { code: 'pickup_closed' },
    cancellation: { state: 'confirmed', cancelled_by: 'courier', fee: { amount } },
    price: { total: { amount }, components: [{ type: 'cancellation', amount }] },
  });
});

it('cancelled_by_provider costs nothing', async () => {
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
])('%s', (scenario, rest) => {
  it('waits on the way to the pickup until it is cancelled, asks the network, and goes on as that says', async () => {
    const { sandbox, id } = bookScenario(scenario);
    await sandbox.advanceClock(24 * hour);
    expect(statuses(sandbox.eventsOf(id))).toEqual(['courier_assigned', 'enroute_to_pickup']);
    const { cancellation_policy: policy, revision } = read(sandbox, id);
    const request = {
      booking_id: id,
      reason_code: 'eta_too_long',
      comment: 'Too late.',
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
    expect(sandbox.eventsOf(id).at(-1).cancellation.comment).toBeUndefined();
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
])('%s', (scenario, reason, end) => {
  it('brings the goods back, which costs a component return', async () => {
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

it('return_failed loses the goods on the way back', async () => {
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

it('late_eta_drift moves the arrival by five minutes three times, announcing nothing else, and arrives then', async () => {
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

it('price_changed gains a component waiting at the pickup, while the quoted price stays', async () => {
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

it('webhook_missing never sends the event of picked_up, and leaves a gap that a read closes', async () => {
  const { sandbox, id } = bookScenario('webhook_missing');
  await sandbox.advanceClock(10 * minute);
  expect(sandbox.eventsOf(id).map(({ status, revision }) => [status, revision])).toEqual(
    [...toDropoff, 'delivered']
      .map((status, index) => [status, index + 2])
      .filter(([status]) => status !== 'picked_up'),
  );
  expect(read(sandbox, id).history.map(({ status }: Body) => status)).toContain('picked_up');
});

it.each(['unavailable_then_success', 'rate_limited'])(
  '%s refuses the first attempt without an effect, and carries the next one out',
  (scenario) => {
    const sandbox = createSandbox();
    const booking = bookingRequest({ test_scenario: scenario });
    const code = scenario === 'rate_limited' ? 'rate_limited' : 'service_unavailable';
    for (const [operation, body] of [
      ['createEstimate', estimateRequest({ test_scenario: scenario })],
      ['createBooking', booking],
    ] as const) {
      for (let time = 0; time < 2; time++) {
        const first = sandbox.request(operation, {
          body:
            operation === 'createBooking' && time === 1
              ? { ...booking, external_reference: 'another' }
              : body,
        });
        expect(first.body).toMatchObject({ code, retryable: true });
        expect(first.headers['Retry-After']).toBe('1');
        expect(
          sandbox.request(operation, {
            body:
              operation === 'createBooking' && time === 1
                ? { ...booking, external_reference: 'another' }
                : body,
          }).status,
        ).toBe(201);
      }
    }
  },
);

it('answer_lost makes the booking, and asks for the connection to be cut', () => {
  const sandbox = createSandbox();
  const body = bookingRequest({ test_scenario: 'answer_lost' });
  const first = sandbox.request('createBooking', { body });
  expect([first.status, first.isDropped]).toEqual([201, true]);
  expect(sandbox.request('createBooking', { body })).toMatchObject({
    status: 409,
    body: { code: 'duplicate_external_reference', existing_booking_id: first.body.id },
  });
});

it('estimate_unserviceable names no_courier_available and when to ask again', () => {
  const { status, body } = createSandbox().request('createEstimate', {
    body: estimateRequest({ test_scenario: 'estimate_unserviceable' }),
  });
  expect([status, body.outcome]).toEqual([201, 'unserviceable']);
  expect(body.reasons).toMatchObject([
    { code: 'no_courier_available', retry_at: expect.any(String) },
  ]);
});

it('estimate_not_binding is booked at ten percent more, and the old price is shown', () => {
  const sandbox = createSandbox({ start: Date.parse('2026-11-20T03:00:00Z') });
  const estimate = sandbox.request('createEstimate', {
    body: estimateRequest({ test_scenario: 'estimate_not_binding' }),
  }).body;
  expect(estimate.binding).toBe(false);
  const { body } = sandbox.request('createBooking', {
    body: bookingRequest({ estimate_id: estimate.id }),
  });
  expect(body.quoted_price).toEqual(estimate.price);
  expect(body.price.total.amount).toBe(Math.round(estimate.price.total.amount * 1.1));
});

it('estimate_expires_now cannot be booked a second later', async () => {
  const sandbox = createSandbox();
  const estimate = sandbox.request('createEstimate', {
    body: estimateRequest({ test_scenario: 'estimate_expires_now' }),
  }).body;
  expect(Date.parse(estimate.expires_at) - Date.parse(estimate.created_at)).toBe(second);
  await sandbox.advanceClock(second);
  expect(
    sandbox.request('createBooking', { body: bookingRequest({ estimate_id: estimate.id }) }).body
      .code,
  ).toBe('estimate_expired');
});

it('plays every story on transitions that the contract has, with what each of them needs', async () => {
  for (const scenario of Object.keys(scenarios).filter(
    (name) => !['not_serviceable', 'unavailable_then_success', 'rate_limited'].includes(name),
  )) {
    const { sandbox, id } = bookScenario(scenario);
    await sandbox.advanceClock(3 * hour);
    for (const data of sandbox.eventsOf(id).filter(({ changes }) => changes.includes('status'))) {
      const transition = machine.between(data.previous_status, data.status);
      expect(transition, `${scenario}: ${data.previous_status} → ${data.status}`).toBeDefined();
      expect(Object.keys(data)).toEqual(expect.arrayContaining(transition?.needs ?? []));
    }
  }
});
