import { describe, expect, it } from 'vitest';
import { stories } from '../../src/lastmile/scenarios/definitions.ts';
import {
  type Bench,
  type Body,
  bench,
  bookingRequest,
  contract,
  estimateRequest,
  home,
  hour,
  machine,
  minute,
  recipient,
  second,
} from '../support/lastmile.ts';

const door = [
  'courier_assigned',
  'enroute_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'enroute_to_dropoff',
  'arrived_at_dropoff',
];
const proven = {
  dropoff: { address: home, contact: recipient, verification: { methods: ['photo', 'signature'] } },
};

/** Books with a scenario at a bench of its own. */
function play(scenario: string, more = {}): { on: Bench; id: string; booked: Body } {
  const on = bench();
  const { status, body } = on.ask('createBooking', {
    body: bookingRequest({ test_scenario: scenario, ...more }),
  });
  expect(status).toBe(201);
  return { on, id: body.id, booked: body };
}

const statuses = (told: Body[]): string[] =>
  told.filter(({ changes }) => changes.includes('status')).map(({ status }) => status);
const components = ({ price }: Body): string[] => price.components.map(({ type }: Body) => type);
const read = (on: Bench, id: string): Body => on.ask('getBookingDetails', { id }).body;

it('has a story for each scenario of the contract that createBooking takes, and no other', () => {
  const named = contract.scenarios
    .filter(({ operations }) => operations.includes('createBooking'))
    .map(({ name }) => name);
  expect(Object.keys(stories).sort()).toEqual(named.sort());
});

describe.each(['delivered', 'webhook_duplicate', 'webhook_out_of_order', 'answer_lost'])(
  '%s',
  (scenario) => {
    it('passes the main line with an event for each step, and ends as delivered with what was asked for', async () => {
      const { on, id, booked } = play(scenario, proven);
      expect(booked).toMatchObject({ status: 'searching', revision: 1, test: true });
      await on.pass(10 * minute);
      const told = on.told(id);
      expect(told.map(({ status }) => status)).toEqual([...door, 'delivered']);
      expect(told.map(({ revision }) => revision)).toEqual([2, 3, 4, 5, 6, 7, 8]);
      expect(told.at(-1)).toMatchObject({
        changes: ['status', 'proof'],
        dropoff: { verified_methods: ['photo', 'signature'] },
      });
      expect(read(on, id).dropoff.proofs.map(({ type }: Body) => type)).toEqual([
        'photo',
        'signature',
      ]);
    });
  },
);

it('delivered takes short steps, 20 to 40 seconds each, and foretells them', async () => {
  const { on, id, booked } = play('delivered');
  await on.pass(10 * minute);
  const times = [booked.created_at, ...on.told(id).map(({ updated_at }) => updated_at)].map(
    Date.parse,
  );
  for (const [index, time] of times.slice(1).entries()) {
    expect(time - (times[index] as number)).toBeGreaterThanOrEqual(20 * second);
    expect(time - (times[index] as number)).toBeLessThanOrEqual(40 * second);
  }
  const [assigned, , atStore, , , atDoor] = on.told(id);
  expect(assigned).toMatchObject({
    changes: ['status', 'courier', 'eta'],
    pickup: { eta: { expected_at: atStore.updated_at } },
  });
  expect(assigned.dropoff.eta.expected_at).toBe(atDoor.updated_at);
});

it('delivered is played when no scenario is named, and begins as scheduled when the times are further off', async () => {
  const on = bench();
  const starts = on.clock.now() + 3 * hour;
  const schedule = {
    pickup_window: {
      starts_at: on.clock.instant(starts),
      ends_at: on.clock.instant(starts + hour),
    },
  };
  const { body } = on.ask('createBooking', { body: bookingRequest({ schedule }) });
  expect(body).toMatchObject({
    status: 'scheduled',
    phase: 'open',
    assign_by: on.clock.instant(starts + 45 * minute),
  });
  await on.pass(5 * hour);
  expect(statuses(on.told(body.id))).toEqual(['searching', ...door, 'delivered']);
  const [searching] = on.told(body.id);
  expect(searching).toMatchObject({
    previous_status: 'scheduled',
    updated_at: on.clock.instant(starts - 45 * minute),
  });
  expect(Date.parse(read(on, body.id).pickup.completed_at)).toBeGreaterThanOrEqual(starts);
});

it('delivered_left_at_door ends with a photo, whatever was asked for', async () => {
  const { on, id } = play('delivered_left_at_door');
  await on.pass(10 * minute);
  expect(statuses(on.told(id))).toEqual([...door, 'delivered']);
  expect(read(on, id).dropoff.proofs).toMatchObject([{ type: 'photo' }]);
});

it('courier_reassigned goes back to searching with the reason, and another courier delivers', async () => {
  const { on, id } = play('courier_reassigned');
  await on.pass(10 * minute);
  const told = on.told(id);
  expect(statuses(told)).toEqual([
    'courier_assigned',
    'enroute_to_pickup',
    'searching',
    ...door,
    'delivered',
  ]);
  const [first, , given, second] = told;
  expect(given).toMatchObject({
    changes: ['status', 'courier'],
    status_reason: { code: 'courier_issue' },
    reassignment_count: 1,
    pickup: {},
    dropoff: {},
  });
  expect(given.courier).toBeUndefined();
  expect(second.status_reason).toBeUndefined();
  expect(second.courier.id).not.toBe(first.courier.id);
  expect(second.courier.name).not.toBe(first.courier.name);
  expect(second.changes).toEqual(['status', 'courier', 'eta']);
});

it('no_courier stays in searching until assign_by, and expires at a price of 0', async () => {
  const { on, id, booked } = play('no_courier');
  await on.pass(Date.parse(booked.assign_by) - on.clock.now() - 1);
  expect(read(on, id)).toMatchObject({ status: 'searching', revision: 1 });
  expect(read(on, id).pickup.eta).toBeUndefined();
  await on.pass(1);
  expect(on.told(id)).toMatchObject([
    {
      status: 'expired',
      changes: ['status', 'price'],
      status_reason: { code: 'no_courier_available' },
      price: { total: { amount: 0 }, components: [] },
    },
  ]);
  expect(on.told(id)[0].updated_at).toBe(booked.assign_by);
});

it('rejected begins as pending, and ends as rejected at a price of 0', async () => {
  const { on, id, booked } = play('rejected');
  expect(booked.status).toBe('pending');
  await on.pass(minute);
  expect(on.told(id)).toMatchObject([
    { status: 'rejected', status_reason: { code: 'regulatory' }, price: { total: { amount: 0 } } },
  ]);
});

it('not_serviceable is refused at once, and nothing comes of it', async () => {
  const on = bench();
  const { status, body } = on.ask('createBooking', {
    body: bookingRequest({ test_scenario: 'not_serviceable' }),
  });
  expect([status, body.code, body.reasons.map(({ code }: Body) => code)]).toEqual([
    422,
    'not_serviceable',
    ['no_courier_available'],
  ]);
  expect(Date.parse(body.reasons[0].retry_at)).toBeGreaterThan(on.clock.now());
  await on.pass(hour);
  expect([on.sent, on.world.snapshot(10).bookings]).toEqual([[], []]);
});

it('pickup_closed is cancelled by the courier, at the fee of an arrival', async () => {
  const { on, id, booked } = play('pickup_closed');
  const { amount } = booked.cancellation_policy.fees.find(
    (fee: Body) => fee.from_status === 'arrived_at_pickup',
  );
  await on.pass(5 * minute);
  const told = on.told(id);
  expect(statuses(told)).toEqual([...door.slice(0, 3), 'cancelled']);
  expect(told.at(-1)).toMatchObject({
    status_reason: { code: 'pickup_closed' },
    cancellation: { state: 'confirmed', cancelled_by: 'courier', fee: { amount } },
    price: { total: { amount }, components: [{ type: 'cancellation', amount }] },
  });
});

it('cancelled_by_provider costs nothing', async () => {
  const { on, id } = play('cancelled_by_provider');
  await on.pass(5 * minute);
  expect(statuses(on.told(id))).toEqual(['courier_assigned', 'enroute_to_pickup', 'cancelled']);
  expect(on.told(id).at(-1)).toMatchObject({
    status_reason: { code: 'technical_issue' },
    cancellation: { cancelled_by: 'provider', fee: { amount: 0 } },
    price: { total: { amount: 0 } },
  });
});

describe.each([
  ['cancellation_needs_confirmation', ['cancelled']],
  ['cancellation_declined', [...door.slice(2), 'delivered']],
])('%s', (scenario, rest) => {
  it('waits on the way to the pickup until it is cancelled, asks the network, and goes on as that says', async () => {
    const { on, id } = play(scenario);
    await on.pass(24 * hour);
    expect(statuses(on.told(id))).toEqual(['courier_assigned', 'enroute_to_pickup']);
    const { cancellation_policy: policy, revision } = read(on, id);
    const request = {
      booking_id: id,
      reason_code: 'eta_too_long',
      comment: 'Too late.',
      expected_revision: revision,
      max_fee: policy.fee,
    };
    const { status, body } = on.ask('cancelBooking', { body: request });
    expect([status, body.status, body.cancellation.state]).toEqual([
      202,
      'enroute_to_pickup',
      'requested',
    ]);
    expect(on.ask('cancelBooking', { body: request })).toMatchObject({
      status: 202,
      body: { revision: body.revision },
    });
    expect(on.told(id).at(-1)).toMatchObject({ changes: ['cancellation'], revision: revision + 1 });
    expect(on.told(id).at(-1).cancellation.comment).toBeUndefined();
    await on.pass(minute - 1);
    const isDeclined = scenario === 'cancellation_declined';
    const decided = on
      .told(id)
      .find(({ cancellation }) => cancellation?.state === (isDeclined ? 'declined' : 'confirmed'));
    if (isDeclined) {
      expect(decided).toMatchObject({
        changes: ['cancellation'],
        status: 'enroute_to_pickup',
        cancellation: { fee: { amount: 0 } },
      });
      const again = on.ask('cancelBooking', { body: { booking_id: id, reason_code: 'other' } });
      expect(again).toMatchObject({
        status: 409,
        body: { code: 'booking_not_cancellable', not_cancellable_reason: 'declined' },
      });
    } else
      expect(decided).toMatchObject({
        changes: ['status', 'cancellation', 'price'],
        price: { total: policy.fee },
      });
    await on.pass(10 * minute);
    expect(statuses(on.told(id)).slice(2)).toEqual(rest);
  });
});

describe.each([
  ['recipient_no_show_returned', 'recipient_no_show', 'returned'],
  ['age_check_failed', 'age_verification_failed', 'returned'],
])('%s', (scenario, reason, end) => {
  it('brings the goods back, which costs a component return', async () => {
    const { on, id, booked } = play(scenario, { return_verification: { methods: ['signature'] } });
    await on.pass(10 * minute);
    const told = on.told(id);
    expect(statuses(told)).toEqual([...door, 'returning', end]);
    const [returning, returned] = told.slice(-2);
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
    expect(read(on, id)).toMatchObject({
      return: { address: booked.pickup.address, proofs: [{ type: 'signature' }] },
    });
  });
});

it('return_failed loses the goods on the way back', async () => {
  const { on, id } = play('return_failed');
  await on.pass(10 * minute);
  expect(statuses(on.told(id))).toEqual([...door, 'returning', 'failed']);
  expect(
    on
      .told(id)
      .slice(-2)
      .map(({ status_reason }) => status_reason.code),
  ).toEqual(['recipient_no_show', 'package_missing_or_wrong']);
});

it('late_eta_drift moves the arrival by five minutes three times, announcing nothing else, and arrives then', async () => {
  const { on, id } = play('late_eta_drift');
  await on.pass(30 * minute);
  const told = on.told(id);
  const drifts = told.filter(({ changes }) => !changes.includes('status'));
  expect(drifts.map(({ changes, status }) => [changes, status])).toEqual(
    Array(3).fill([['eta'], 'enroute_to_dropoff']),
  );
  const arrivals = [told[4], ...drifts].map(({ dropoff }) => Date.parse(dropoff.eta.expected_at));
  expect(arrivals.slice(1).map((time, index) => time - (arrivals[index] as number))).toEqual(
    Array(3).fill(5 * minute),
  );
  expect(statuses(told)).toEqual([...door, 'delivered']);
  expect(Date.parse(told.at(-2).updated_at)).toBe(arrivals.at(-1));
});

it('price_changed gains a component waiting at the pickup, while the quoted price stays', async () => {
  const on = bench();
  const estimate = on.ask('createEstimate', { body: estimateRequest() }).body;
  const { id } = on.ask('createBooking', {
    body: bookingRequest({ estimate_id: estimate.id, test_scenario: 'price_changed' }),
  }).body;
  await on.pass(10 * minute);
  const changed = on.told(id).find(({ changes }) => changes.includes('price'));
  expect(changed).toMatchObject({ changes: ['price'], status: 'arrived_at_pickup' });
  expect(components(changed)).toEqual(['base', 'distance', 'waiting']);
  expect(read(on, id)).toMatchObject({
    status: 'delivered',
    price: changed.price,
    quoted_price: estimate.price,
  });
});

it('webhook_missing never sends the event of picked_up, and leaves a gap that a read closes', async () => {
  const { on, id } = play('webhook_missing');
  await on.pass(10 * minute);
  expect(on.told(id).map(({ status, revision }) => [status, revision])).toEqual(
    [...door, 'delivered']
      .map((status, index) => [status, index + 2])
      .filter(([status]) => status !== 'picked_up'),
  );
  expect(read(on, id).history.map(({ status }: Body) => status)).toContain('picked_up');
});

it.each(['unavailable_then_success', 'rate_limited'])(
  '%s refuses the first attempt without an effect, and carries the next one out',
  (scenario) => {
    const on = bench();
    const booking = bookingRequest({ test_scenario: scenario });
    const code = scenario === 'rate_limited' ? 'rate_limited' : 'service_unavailable';
    for (const [operation, body] of [
      ['createEstimate', estimateRequest({ test_scenario: scenario })],
      ['createBooking', booking],
    ] as const) {
      for (let time = 0; time < 2; time++) {
        const first = on.ask(operation, {
          body:
            operation === 'createBooking' && time === 1
              ? { ...booking, external_reference: 'another' }
              : body,
        });
        expect(first.body).toMatchObject({ code, retryable: true });
        expect(first.headers['Retry-After']).toBe('1');
        expect(
          on.ask(operation, {
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
  const on = bench();
  const body = bookingRequest({ test_scenario: 'answer_lost' });
  const first = on.ask('createBooking', { body });
  expect([first.status, first.isLost]).toEqual([201, true]);
  expect(on.ask('createBooking', { body })).toMatchObject({
    status: 409,
    body: { code: 'duplicate_external_reference', existing_booking_id: first.body.id },
  });
});

it('estimate_unserviceable names no_courier_available and when to ask again', () => {
  const { status, body } = bench().ask('createEstimate', {
    body: estimateRequest({ test_scenario: 'estimate_unserviceable' }),
  });
  expect([status, body.outcome]).toEqual([201, 'unserviceable']);
  expect(body.reasons).toMatchObject([
    { code: 'no_courier_available', retry_at: expect.any(String) },
  ]);
});

it('estimate_not_binding is booked at ten percent more, and the old price is shown', () => {
  const on = bench({ start: Date.parse('2026-11-20T03:00:00Z') });
  const estimate = on.ask('createEstimate', {
    body: estimateRequest({ test_scenario: 'estimate_not_binding' }),
  }).body;
  expect(estimate.binding).toBe(false);
  const { body } = on.ask('createBooking', { body: bookingRequest({ estimate_id: estimate.id }) });
  expect(body.quoted_price).toEqual(estimate.price);
  expect(body.price.total.amount).toBe(Math.round(estimate.price.total.amount * 1.1));
});

it('estimate_expires_now cannot be booked a second later', async () => {
  const on = bench();
  const estimate = on.ask('createEstimate', {
    body: estimateRequest({ test_scenario: 'estimate_expires_now' }),
  }).body;
  expect(Date.parse(estimate.expires_at) - Date.parse(estimate.created_at)).toBe(second);
  await on.pass(second);
  expect(
    on.ask('createBooking', { body: bookingRequest({ estimate_id: estimate.id }) }).body.code,
  ).toBe('estimate_expired');
});

it('plays every story on transitions that the contract has, with what each of them needs', async () => {
  for (const scenario of Object.keys(stories).filter(
    (name) => !['not_serviceable', 'unavailable_then_success', 'rate_limited'].includes(name),
  )) {
    const { on, id } = play(scenario);
    await on.pass(3 * hour);
    for (const data of on.told(id).filter(({ changes }) => changes.includes('status'))) {
      const transition = machine.between(data.previous_status, data.status);
      expect(transition, `${scenario}: ${data.previous_status} → ${data.status}`).toBeDefined();
      expect(Object.keys(data)).toEqual(expect.arrayContaining(transition?.needs ?? []));
    }
  }
});
