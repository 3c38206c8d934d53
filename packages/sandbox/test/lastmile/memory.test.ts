import { describe, expect, it } from 'vitest';
import {
  type Bench,
  type Body,
  bench,
  bookingRequest,
  estimateRequest,
  home,
  hour,
  minute,
  recipient,
} from '../support/lastmile.ts';

const day = 24 * hour;
const book = (on: Bench, more = {}, partner = 'acme'): Body =>
  on.ask('createBooking', { partner, body: bookingRequest({ test_scenario: 'rejected', ...more }) })
    .body;
const codeOf = (on: Bench, id: string, partner = 'acme'): string | undefined =>
  on.ask('getBookingDetails', { id, partner }).body.code;

describe('the memory', () => {
  it('keeps so many finished bookings for each partner, and forgets the oldest finished first', async () => {
    const on = bench({ maxEntries: 2 });
    const slow = book(on, { test_scenario: 'delivered' });
    const [first, second, third] = [book(on), book(on), book(on)];
    const other = book(on, {}, 'globex');
    await on.pass(minute);
    const [gone, ...kept] = [first, second, third]
      .map(({ id }) => on.told(id).at(-1))
      .sort((a, b) => Date.parse(a.closed_at) - Date.parse(b.closed_at));
    expect(codeOf(on, gone.booking_id)).toBe('resource_expired');
    expect(codeOf(on, gone.booking_id, 'globex')).toBe('booking_not_found');
    expect(codeOf(on, `ref:${gone.external_reference}`)).toBe('booking_not_found');
    for (const { booking_id } of kept) expect(codeOf(on, booking_id)).toBeUndefined();
    expect(codeOf(on, other.id, 'globex')).toBeUndefined();
    expect(codeOf(on, slow.id)).toBeUndefined();
    await on.pass(10 * minute);
    expect(codeOf(on, slow.id)).toBeUndefined();
  });

  it('never forgets what is live, whatever the room', () => {
    const on = bench({ maxEntries: 0 });
    const ids = Array.from({ length: 50 }, () => book(on, { test_scenario: 'delivered' }).id);
    for (const id of ids) expect(codeOf(on, id)).toBeUndefined();
    for (const id of ids) on.world.advance(id, 'delivered');
    for (const id of ids) expect(codeOf(on, id)).toBe('resource_expired');
  });

  it('forgets estimates that cannot be booked any more, and keeps those that can', async () => {
    const on = bench({ maxEntries: 1 });
    const estimate = (): Body => on.ask('createEstimate', { body: estimateRequest() }).body;
    const [kept, used] = [estimate(), estimate()];
    expect(on.ask('createBooking', { body: bookingRequest({ estimate_id: kept.id }) }).status).toBe(
      201,
    );
    estimate();
    expect(
      on.ask('createBooking', { body: bookingRequest({ estimate_id: kept.id }) }).body.code,
    ).toBe('estimate_not_found');
    expect(on.ask('createBooking', { body: bookingRequest({ estimate_id: used.id }) }).status).toBe(
      201,
    );
  });

  it('plans one task at most for a booking, and none once it has ended', async () => {
    const on = bench();
    let planned = 0;
    const { at } = on.clock;
    on.clock.at = (due, run) => {
      planned += 1;
      const callOff = at.call(on.clock, due, () => {
        planned -= 1;
        run();
      });
      let isOff = false;
      return () => {
        if (!isOff) planned -= 1;
        isOff = true;
        callOff();
      };
    };
    const { id } = book(on, { test_scenario: 'cancellation_needs_confirmation' });
    expect(planned).toBe(1);
    on.world.advance(id, 'enroute_to_pickup');
    on.ask('cancelBooking', { body: { booking_id: id, reason_code: 'test' } });
    await on.pass(hour);
    expect(on.ask('getBookingDetails', { id }).body.status).toBe('cancelled');
  });
});

describe('after the end of a booking', () => {
  const whole = {
    external_reference: 'A-30',
    test_scenario: 'delivered',
    dropoff: {
      address: home,
      contact: recipient,
      instructions: 'Ring twice.',
      verification: { methods: ['pin', 'photo'] },
    },
    return_verification: { methods: ['pin'] },
  };

  it('contacts, instructions, PINs and proofs are deleted after 30 days, the rest after 90', async () => {
    const on = bench();
    const { id } = book(on, whole);
    on.world.advance(id, 'delivered');
    await on.pass(30 * day - 1);
    const before = on.ask('getBookingDetails', { id }).body;
    expect(before.dropoff).toMatchObject({
      contact: recipient,
      instructions: 'Ring twice.',
      verification: { pin: expect.any(String) },
      proofs: [{ type: 'pin' }, { type: 'photo' }],
    });
    await on.pass(1);
    const after = on.ask('getBookingDetails', { id }).body;
    expect(Object.keys(after.dropoff).sort()).toEqual([
      'address',
      'arrived_at',
      'completed_at',
      'verification',
    ]);
    expect([after.dropoff.verification, after.return_verification, after.pickup.contact]).toEqual([
      { methods: ['pin', 'photo'] },
      { methods: ['pin'] },
      undefined,
    ]);
    await on.pass(60 * day);
    expect([codeOf(on, id), codeOf(on, 'ref:A-30')]).toEqual([
      'resource_expired',
      'booking_not_found',
    ]);
    expect(
      on.ask('cancelBooking', { body: { booking_id: id, reason_code: 'test' } }).body.code,
    ).toBe('resource_expired');
    expect(book(on, whole).attempt).toBe(2);
  });
});
