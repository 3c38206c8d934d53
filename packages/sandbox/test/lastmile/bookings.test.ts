import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  bookingRequest,
  contract,
  createSandbox,
  estimateRequest,
  home,
  minute,
  recipient,
  second,
  store,
  type TestResponse,
  type TestSandbox,
} from '../support/lastmile.ts';

const book = (sandbox: TestSandbox, more: JsonObject = {}, partner = 'acme'): TestResponse =>
  sandbox.request('createBooking', { body: bookingRequest(more), partner });
const estimate = (sandbox: TestSandbox, more: JsonObject = {}, partner = 'acme'): Body =>
  sandbox.request('createEstimate', { body: estimateRequest(more), partner }).body;
const read = (sandbox: TestSandbox, id: string, partner = 'acme'): TestResponse =>
  sandbox.request('getBookingDetails', { id, partner });
const pointers = ({ errors }: Body): string[] => errors.map(({ pointer }: Body) => pointer).sort();

describe('a booking', () => {
  it('repeats what was ordered, with defaults filled in, times in UTC and the store looked up', () => {
    const sandbox = createSandbox();
    const { status, body, headers } = book(sandbox, {
      external_reference: 'a-very-long-reference-of-more-than-thirty-two-characters',
      schedule: { ready_at: '2026-11-20T19:31:10+01:00' },
      tip: { amount: 200, currency: 'EUR' },
      metadata: { channel: 'app' },
      packages: [{ size: 'medium', temperature: 'hot' }],
    });
    expect([status, headers.Location]).toEqual([
      201,
      `/lastmile/acme/get_booking_details/${body.id}`,
    ]);
    expect(body).toMatchObject({
      attempt: 1,
      revision: 1,
      test: true,
      status: 'searching',
      display_reference: 'erence-of-more-than-thirty-two-characters'.slice(-32),
      schedule: { ready_at: '2026-11-20T18:31:10.000Z' },
      packages: [{ size: 'medium', quantity: 1, temperature: 'hot' }],
      pickup: {
        store_id: store,
        contact: { name: 'Canale Pizza Amsterdam' },
        instructions: 'Couriers wait at the side window in the alley.',
      },
      handover: 'meet_at_door',
      undeliverable_action: 'return_to_pickup',
      service_level: 'standard',
      metadata: { channel: 'app' },
      reassignment_count: 0,
      assign_by: '2026-11-20T20:00:00.000Z',
    });
    expect(body.price.components.at(-1)).toEqual({ type: 'tip', amount: 200 });
    expect(body.pickup.eta.expected_at).toBe('2026-11-20T18:31:10.000Z');
    expect(read(sandbox, body.id).body).toEqual(body);
  });

  it('takes instructions and a contact of its own instead of those of the store', () => {
    const contact = { name: 'Counter 2', phone: '+31205550141' };
    const { body } = book(createSandbox(), {
      pickup: { store_id: store, contact, instructions: 'At the back.' },
    });
    expect(body.pickup).toMatchObject({ contact, instructions: 'At the back.' });
  });

  it('gets a PIN where one is asked for and none was given', () => {
    const ask = (verification: JsonObject): Body =>
      book(createSandbox(), { dropoff: { address: home, contact: recipient, verification } }).body
        .dropoff.verification;
    expect(ask({ methods: ['pin'] }).pin).toMatch(/^\d{4}$/);
    expect(ask({ methods: ['pin'], pin: '48291' })).toEqual({ methods: ['pin'], pin: '48291' });
  });

  it('shows the point that stands for an address, unless only an area is known', () => {
    const to = (line1: string): Body =>
      book(createSandbox(), {
        dropoff: { address: { line1, city: 'Amsterdam', country: 'NL' }, contact: recipient },
      }).body.dropoff;
    expect(to('Rokin 1').address.location).toMatchObject({ latitude: expect.any(Number) });
    expect(to('De Pijp').address.location).toBeUndefined();
  });

  it('is found by its id and by its reference, which stands for the latest attempt', async () => {
    const sandbox = createSandbox();
    const first = book(sandbox, { external_reference: 'A-4712', test_scenario: 'rejected' }).body;
    expect(read(sandbox, 'ref:A-4712').body.id).toBe(first.id);
    await sandbox.advanceClock(minute);
    const second = book(sandbox, { external_reference: 'A-4712' }).body;
    expect([first.attempt, second.attempt]).toEqual([1, 2]);
    expect(read(sandbox, 'ref:A-4712').body.id).toBe(second.id);
    expect(read(sandbox, first.id).body.status).toBe('rejected');
  });

  it('exists for its partner only', () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox, { external_reference: 'A-1' }).body;
    for (const lookup of [id, 'ref:A-1'])
      expect(read(sandbox, lookup, 'globex').body.code).toBe('booking_not_found');
    expect(
      sandbox.request('cancelBooking', {
        partner: 'globex',
        body: { booking_id: id, reason_code: 'test' },
      }).body.code,
    ).toBe('booking_not_found');
    expect(book(sandbox, { external_reference: 'A-1' }, 'globex').body).toMatchObject({
      attempt: 1,
      partner_name: 'globex',
    });
    expect(book(sandbox, { estimate_id: estimate(sandbox).id }, 'globex').body.code).toBe(
      'estimate_not_found',
    );
  });

  it('lets the courier move between reads, without a revision or an event', async () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox).body;
    sandbox.behavior.advance(id, 'enroute_to_dropoff');
    const [before, sent] = [read(sandbox, id).body, sandbox.sent.length];
    await sandbox.advanceClock(16 * second);
    const after = read(sandbox, id).body;
    expect(after.courier.location).not.toEqual(before.courier.location);
    expect(Date.parse(after.courier.location.recorded_at)).toBeGreaterThan(
      sandbox.clock.now() - 20 * second,
    );
    expect([after.revision, sandbox.sent.length]).toEqual([before.revision, sent]);
    const { courier: _, ...rest } = after;
    const { courier: __, ...same } = before;
    expect(rest).toEqual(same);
  });

  it('is not brought before its window, and is foretold for it', async () => {
    const sandbox = createSandbox();
    const starts = sandbox.clock.now() + 90 * minute;
    const schedule = {
      dropoff_window: {
        starts_at: sandbox.clock.instant(starts),
        ends_at: sandbox.clock.instant(starts + 30 * minute),
      },
    };
    const { id } = book(sandbox, { schedule }).body;
    await sandbox.advanceClock(5 * minute);
    expect(read(sandbox, id).body).toMatchObject({
      status: 'enroute_to_dropoff',
      dropoff: { eta: { expected_at: sandbox.clock.instant(starts) } },
    });
    await sandbox.advanceClock(90 * minute);
    expect(read(sandbox, id).body.dropoff.arrived_at).toBe(sandbox.clock.instant(starts));
  });

  it('hides telephone, picture and position of the courier after the end', async () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox).body;
    sandbox.behavior.advance(id, 'courier_assigned');
    expect(Object.keys(read(sandbox, id).body.courier)).toEqual(
      expect.arrayContaining(['phone', 'photo_url', 'location']),
    );
    sandbox.behavior.advance(id, 'delivered');
    expect(Object.keys(read(sandbox, id).body.courier).sort()).toEqual([
      'assigned_at',
      'id',
      'name',
      'vehicle_type',
    ]);
  });

  it('is left at the door with a photo when that was agreed', async () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox, { handover: 'leave_at_door' }).body;
    await sandbox.advanceClock(10 * minute);
    expect(read(sandbox, id).body.dropoff.proofs).toMatchObject([
      { type: 'photo', url: expect.stringMatching(/^https:/) },
    ]);
  });

  it('gives links to proofs that last an hour or longer, the same for a while, so that a read can be answered with 304', async () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox, { test_scenario: 'delivered_left_at_door' }).body;
    await sandbox.advanceClock(10 * minute);
    const [first] = read(sandbox, id).body.dropoff.proofs;
    await sandbox.advanceClock(second);
    expect(read(sandbox, id).body.dropoff.proofs[0]).toEqual(first);
    expect(Date.parse(first.url_expires_at)).toBeGreaterThanOrEqual(
      sandbox.clock.now() + 60 * minute,
    );
    await sandbox.advanceClock(10 * minute);
    expect(read(sandbox, id).body.dropoff.proofs[0].url).not.toBe(first.url);
  });
});

describe('an estimate that is booked', () => {
  it('brings its price, with a tip on top, and its policy', () => {
    const sandbox = createSandbox();
    const quoted = estimate(sandbox);
    const { body } = book(sandbox, {
      estimate_id: quoted.id,
      tip: { amount: 150, currency: 'EUR' },
    });
    expect(body).toMatchObject({
      estimate_id: quoted.id,
      quoted_price: quoted.price,
      price: { total: { amount: quoted.price.total.amount + 150 } },
    });
    expect(body.cancellation_policy).toMatchObject(quoted.cancellation_policy);
  });

  it('can be booked once, until it expires', async () => {
    const sandbox = createSandbox();
    const [used, old] = [estimate(sandbox), estimate(sandbox)];
    const { id } = book(sandbox, { estimate_id: used.id }).body;
    expect(book(sandbox, { estimate_id: used.id }).body).toMatchObject({
      code: 'estimate_already_used',
      existing_booking_id: id,
    });
    await sandbox.advanceClock(15 * minute - 1);
    expect(
      book(sandbox, { estimate_id: old.id, max_price: { amount: 1, currency: 'EUR' } }).body.code,
    ).toBe('price_exceeds_max');
    await sandbox.advanceClock(1);
    expect(book(sandbox, { estimate_id: old.id }).body.code).toBe('estimate_expired');
  });

  it('cannot be booked when it was unserviceable', () => {
    const sandbox = createSandbox();
    const none = estimate(sandbox, { test_scenario: 'estimate_unserviceable' });
    expect(book(sandbox, { estimate_id: none.id }).body).toMatchObject({
      code: 'not_serviceable',
      reasons: none.reasons,
    });
  });

  const full = {
    dropoff: { address: home, verification: { methods: ['id_check'] } },
    packages: [{ size: 'medium', weight_grams: 2_600 }],
    restrictions: { contains: ['alcohol'], min_age: 18 },
    schedule: { ready_at: '2026-11-20T19:31:10+01:00' },
    vehicle_types: ['bicycle', 'scooter'],
    service_level: 'express',
  };
  const same = {
    ...full,
    dropoff: { ...full.dropoff, contact: recipient, instructions: 'Ring twice.' },
    schedule: { ready_at: '2026-11-20T18:31:10Z' },
    vehicle_types: ['scooter', 'bicycle'],
  };
  it('matches a booking of just that, whatever offset, order and details that cost nothing', () => {
    const sandbox = createSandbox();
    const details = {
      packages: [
        { size: 'medium', weight_grams: 2_600, quantity: 1, description: 'A bag', fragile: true },
      ],
      handover: 'meet_outside',
    };
    expect(
      book(sandbox, { ...same, ...details, estimate_id: estimate(sandbox, full).id }).status,
    ).toBe(201);
  });

  it.each<[string, JsonObject, string[]]>([
    [
      'another pickup',
      { pickup: { address: home, contact: recipient } },
      ['/pickup/address', '/pickup/store_id'],
    ],
    [
      'another dropoff',
      { dropoff: { ...same.dropoff, address: { ...home, postal_code: '1018 XX' } } },
      ['/dropoff/address/postal_code'],
    ],
    [
      'another package',
      { packages: [{ size: 'small', weight_grams: 2_500 }] },
      ['/packages/0/size', '/packages/0/weight_grams'],
    ],
    ['more packages', { packages: [...full.packages, ...full.packages] }, ['/packages']],
    ['another time', { schedule: { ready_at: '2026-11-20T18:31:11Z' } }, ['/schedule/ready_at']],
    ['other vehicles', { vehicle_types: ['scooter'] }, ['/vehicle_types']],
    ['another level', { service_level: 'standard' }, ['/service_level']],
    [
      'another age',
      { restrictions: { contains: ['alcohol'], min_age: 21 } },
      ['/restrictions/min_age'],
    ],
  ])('does not match a booking with %s', (_, more, places) => {
    const sandbox = createSandbox();
    const { body } = book(sandbox, { ...same, ...more, estimate_id: estimate(sandbox, full).id });
    expect([body.code, pointers(body)]).toEqual(['estimate_mismatch', places]);
  });

  it('that knew a part of the town only can be booked more exactly, at the price worked out then', () => {
    const sandbox = createSandbox();
    const rough = estimate(sandbox, {
      dropoff: { address: { line1: 'De Pijp', city: 'Amsterdam', country: 'NL' } },
    });
    const { body } = book(sandbox, { estimate_id: rough.id });
    expect(body).toMatchObject({ quoted_price: rough.price });
    expect(body.price.components[1].label).toMatch(/^\d\.\d km$/);
    const another = estimate(sandbox, {
      dropoff: { address: { line1: 'De Pijp', city: 'Amsterdam', country: 'NL' } },
    });
    const elsewhere = book(sandbox, {
      estimate_id: another.id,
      dropoff: { address: { ...home, city: 'Diemen' }, contact: recipient },
    });
    expect([elsewhere.body.code, pointers(elsewhere.body)]).toEqual([
      'estimate_mismatch',
      ['/dropoff/address/city'],
    ]);
  });
});

const examples = contract.operations
  .filter(({ id }) => id.startsWith('create'))
  .flatMap(({ id, request }) =>
    (request?.examples ?? []).map(({ name, value }): [string, string, Body] => [name, id, value]),
  );
it.each(examples)('takes %s, an example of the contract', (_, operation, body) => {
  const { status, body: response } = createSandbox().request(operation, { body });
  // The dinner is booked with an estimate of the story before.
  expect([response.detail, body.estimate_id === undefined ? status : response.code]).toEqual(
    body.estimate_id === undefined ? [undefined, 201] : [response.detail, 'estimate_not_found'],
  );
});

describe('createBooking judges', () => {
  const short = {
    schedule: {
      pickup_window: { starts_at: '2026-11-20T19:00:00Z', ends_at: '2026-11-20T19:05:00Z' },
    },
  };
  const unaged = { restrictions: { contains: ['alcohol'] } };
  const abroad = { dropoff: { address: { ...home, country: 'BE' }, contact: recipient } };
  const cheap = { max_price: { amount: 1, currency: 'EUR' } };
  const used = { external_reference: 'taken' };
  const dollars = { tip: { amount: 1, currency: 'USD' } };
  // Each row breaks the rule of its code and all those below it: the first rule is the answer.
  it.each<[string, JsonObject]>([
    ['estimate_not_found', { estimate_id: 'est_none', pickup: { store_id: 'sto_none' }, ...used }],
    ['store_not_found', { pickup: { store_id: 'sto_none' }, ...used, ...short }],
    ['duplicate_external_reference', { ...used, ...short, ...unaged, ...abroad, ...cheap }],
    ['validation_failed', { ...dollars, ...short, ...unaged }],
    ['schedule_invalid', { ...short, ...unaged, ...abroad, ...cheap }],
    ['verification_conflict', { ...unaged, ...abroad, ...cheap }],
    ['not_serviceable', { ...abroad, ...cheap }],
    ['price_exceeds_max', cheap],
  ])('%s first', (code, more) => {
    const sandbox = createSandbox();
    const live = book(sandbox, used).body;
    const { body } = book(sandbox, more);
    expect(body.code).toBe(code);
    if (code === 'duplicate_external_reference') expect(body.existing_booking_id).toBe(live.id);
    expect(sandbox.behavior.snapshot(10).bookings).toHaveLength(1);
  });

  it.each(['signature', 'pin', 'id_check'])(
    'leaving at the door as a contradiction to %s',
    (method) => {
      const { body } = book(createSandbox(), {
        handover: 'leave_at_door',
        dropoff: { address: home, contact: recipient, verification: { methods: [method] } },
      });
      expect([body.code, pointers(body)]).toEqual(['verification_conflict', ['/handover']]);
    },
  );

  it('max_price with the tip in it, to the last cent', () => {
    const sandbox = createSandbox();
    const { total } = book(sandbox, { tip: { amount: 200, currency: 'EUR' } }).body.price;
    const ask = (amount: number): Body =>
      book(sandbox, {
        tip: { amount: 200, currency: 'EUR' },
        max_price: { amount, currency: 'EUR' },
      }).body;
    expect(ask(total.amount).price.total).toEqual(total);
    expect(ask(total.amount - 1)).toMatchObject({ code: 'price_exceeds_max', price: total });
  });

  it('amounts in another currency than that of the place where the goods are fetched, all at once', () => {
    const pounds = { amount: 1, currency: 'GBP' };
    const { body } = book(createSandbox(), {
      tip: pounds,
      order_value: pounds,
      max_price: pounds,
      packages: [{ size: 'small', value: pounds }],
      items: [{ name: 'Tea', quantity: 1, unit_price: pounds }],
    });
    expect([body.code, pointers(body)]).toEqual([
      'validation_failed',
      [
        '/items/0/unit_price/currency',
        '/max_price/currency',
        '/order_value/currency',
        '/packages/0/value/currency',
        '/tip/currency',
      ],
    ]);
  });

  it('a refused estimate as not used', () => {
    const sandbox = createSandbox();
    const { id } = estimate(sandbox);
    expect(book(sandbox, { estimate_id: id, ...cheap }).body.code).toBe('price_exceeds_max');
    expect(book(sandbox, { estimate_id: id }).status).toBe(201);
  });

  it('what cannot be made in the words of an estimate', async () => {
    const sandbox = createSandbox({ start: Date.parse('2026-11-20T03:00:00Z') });
    const far = {
      dropoff: { address: { ...home, location: { latitude: 52.1, longitude: 5.1 } } },
      vehicle_types: ['bicycle'],
    };
    const { reasons } = estimate(sandbox, far);
    await sandbox.advanceClock(second);
    expect(
      book(sandbox, { ...far, dropoff: { ...far.dropoff, contact: recipient } }).body.reasons,
    ).toEqual(reasons);
    expect(reasons.map(({ code }: Body) => code)).toEqual(['distance_too_long', 'store_closed']);
  });

  it('at night what a story wants as possible, and what it does not as closed', () => {
    const sandbox = createSandbox({ start: Date.parse('2026-11-20T03:00:00Z') });
    expect(book(sandbox).body.code).toBe('not_serviceable');
    expect(book(sandbox, { test_scenario: 'delivered' }).status).toBe(201);
  });
});
