import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  bookingRequest,
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
describe('createBooking', () => {
  it('returns the booking with default values, times in UTC and the store data', () => {
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

  it('uses the instructions and the contact in the request instead of the store data', () => {
    const contact = { name: 'Counter 2', phone: '+31205550141' };
    const { body } = book(createSandbox(), {
      pickup: { store_id: store, contact, instructions: 'At the back.' },
    });
    expect(body.pickup).toMatchObject({ contact, instructions: 'At the back.' });
  });

  it('generates a PIN if the request has the pin method without a PIN', () => {
    const bookWithVerification = (verification: JsonObject): Body =>
      book(createSandbox(), { dropoff: { address: home, contact: recipient, verification } }).body
        .dropoff.verification;
    expect(bookWithVerification({ methods: ['pin'] }).pin).toMatch(/^\d{4}$/);
    expect(bookWithVerification({ methods: ['pin'], pin: '48291' })).toEqual({
      methods: ['pin'],
      pin: '48291',
    });
  });

  it('adds the location of an address, unless only the area is known', () => {
    const to = (line1: string): Body =>
      book(createSandbox(), {
        dropoff: { address: { line1, city: 'Amsterdam', country: 'NL' }, contact: recipient },
      }).body.dropoff;
    expect(to('Rokin 1').address.location).toMatchObject({ latitude: expect.any(Number) });
    expect(to('De Pijp').address.location).toBeUndefined();
  });

  it('makes each booking readable by its ID, and the latest attempt by its reference', async () => {
    const sandbox = createSandbox();
    const first = book(sandbox, { external_reference: 'A-4712', test_scenario: 'rejected' }).body;
    expect(read(sandbox, 'ref:A-4712').body.id).toBe(first.id);
    await sandbox.advanceClock(minute);
    const second = book(sandbox, { external_reference: 'A-4712' }).body;
    expect([first.attempt, second.attempt]).toEqual([1, 2]);
    expect(read(sandbox, 'ref:A-4712').body.id).toBe(second.id);
    expect(read(sandbox, first.id).body.status).toBe('rejected');
  });

  it('hides bookings and estimates from other partners', () => {
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

  it('updates the location of the courier between reads without a new revision or event', async () => {
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

  it('delays the arrival and its ETA until the start of the dropoff window', async () => {
    const sandbox = createSandbox();
    const starts = sandbox.clock.now() + 90 * minute;
    const schedule = {
      dropoff_window: {
        starts_at: sandbox.clock.instant(starts),
        ends_at: sandbox.clock.instant(starts + 30 * minute),
      },
    };
    const { id } = book(sandbox, { schedule }).body;
    sandbox.behavior.advance(id, 'enroute_to_dropoff');
    expect(read(sandbox, id).body.dropoff.eta.expected_at).toBe(sandbox.clock.instant(starts));
    await sandbox.advanceClock(90 * minute);
    expect(read(sandbox, id).body.dropoff.arrived_at).toBe(sandbox.clock.instant(starts));
  });

  it('hides the phone number, the photo and the location of the courier after the booking is closed', async () => {
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

  it('creates a booking that is delivered with a photo if the handover is leave_at_door', async () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox, { handover: 'leave_at_door' }).body;
    await sandbox.advanceClock(10 * minute);
    expect(read(sandbox, id).body.dropoff.proofs).toMatchObject([
      { type: 'photo', url: expect.stringMatching(/^https:/) },
    ]);
  });

  it('renews the URLs of proofs within ten minutes, and keeps each URL valid for at least an hour', async () => {
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
