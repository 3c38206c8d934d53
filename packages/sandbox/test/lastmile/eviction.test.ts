import { describe, expect, it } from 'vitest';
import {
  type Body,
  bookingRequest,
  createSandbox,
  estimateRequest,
  home,
  hour,
  minute,
  recipient,
  type TestSandbox,
} from '../support/lastmile.ts';

const day = 24 * hour;
const book = (sandbox: TestSandbox, more = {}, partner = 'acme'): Body =>
  sandbox.request('createBooking', {
    partner,
    body: bookingRequest({ test_scenario: 'rejected', ...more }),
  }).body;
const codeOf = (sandbox: TestSandbox, id: string, partner = 'acme'): string | undefined =>
  sandbox.request('getBookingDetails', { id, partner }).body.code;

describe('eviction', () => {
  it('evicts the booking that was closed first when a partner has more than maxEntries closed bookings', async () => {
    const sandbox = createSandbox({ maxEntries: 2 });
    const slow = book(sandbox, { test_scenario: 'delivered' });
    const [first, second, third] = [book(sandbox), book(sandbox), book(sandbox)];
    const other = book(sandbox, {}, 'globex');
    await sandbox.advanceClock(minute);
    const [evicted, ...kept] = [first, second, third]
      .map(({ id }) => sandbox.eventsOf(id).at(-1))
      .sort((a, b) => Date.parse(a.closed_at) - Date.parse(b.closed_at));
    expect(codeOf(sandbox, evicted.id)).toBe('resource_expired');
    expect(codeOf(sandbox, evicted.id, 'globex')).toBe('booking_not_found');
    expect(codeOf(sandbox, `ref:${evicted.external_reference}`)).toBe('booking_not_found');
    for (const { id } of kept) expect(codeOf(sandbox, id)).toBeUndefined();
    expect(codeOf(sandbox, other.id, 'globex')).toBeUndefined();
    expect(codeOf(sandbox, slow.id)).toBeUndefined();
    await sandbox.advanceClock(10 * minute);
    expect(codeOf(sandbox, slow.id)).toBeUndefined();
  });

  it('with maxEntries 0, rejects a new booking while the partner has 1,000 bookings that are not closed', async () => {
    const sandbox = createSandbox({ maxEntries: 0 });
    const bookings = Array.from({ length: 1_001 }, () =>
      book(sandbox, { test_scenario: 'delivered' }),
    );
    expect(bookings[999]).not.toHaveProperty('code');
    expect(bookings[1_000]).toMatchObject({ code: 'service_unavailable', retryable: true });
    expect(book(sandbox, {}, 'globex')).not.toHaveProperty('code');
    sandbox.behavior.advance(bookings[0]?.id, 'delivered');
    expect(book(sandbox)).not.toHaveProperty('code');
  });

  it('never evicts bookings that are not closed, even with maxEntries 0', () => {
    const sandbox = createSandbox({ maxEntries: 0 });
    const ids = Array.from({ length: 50 }, () => book(sandbox, { test_scenario: 'delivered' }).id);
    for (const id of ids) expect(codeOf(sandbox, id)).toBeUndefined();
    for (const id of ids) sandbox.behavior.advance(id, 'delivered');
    for (const id of ids) expect(codeOf(sandbox, id)).toBe('resource_expired');
  });

  it('evicts a booked estimate when a partner has more than maxEntries estimates, and keeps an unused estimate', async () => {
    const sandbox = createSandbox({ maxEntries: 1 });
    const estimate = (): Body =>
      sandbox.request('createEstimate', { body: estimateRequest() }).body;
    const [booked, unused] = [estimate(), estimate()];
    expect(
      sandbox.request('createBooking', { body: bookingRequest({ estimate_id: booked.id }) }).status,
    ).toBe(201);
    estimate();
    expect(
      sandbox.request('createBooking', { body: bookingRequest({ estimate_id: booked.id }) }).body
        .code,
    ).toBe('estimate_not_found');
    expect(
      sandbox.request('createBooking', { body: bookingRequest({ estimate_id: unused.id }) }).status,
    ).toBe(201);
  });

  it('with maxEntries 0, rejects a new estimate while the partner has 1,000 estimates that can still be booked', async () => {
    const sandbox = createSandbox({ maxEntries: 0 });
    const estimate = (partner = 'acme'): Body =>
      sandbox.request('createEstimate', { partner, body: estimateRequest() }).body;
    const estimates = Array.from({ length: 1_001 }, () => estimate());
    expect(estimates[999]).not.toHaveProperty('code');
    expect(estimates[1_000]).toMatchObject({ code: 'service_unavailable', retryable: true });
    expect(estimate('globex')).not.toHaveProperty('code');
    await sandbox.advanceClock(16 * minute);
    expect(estimate()).not.toHaveProperty('code');
  });

  it('a new booking has one scheduled task, and a cancelled booking has none', async () => {
    const sandbox = createSandbox();
    let planned = 0;
    const { at } = sandbox.clock;
    sandbox.clock.at = (due, run) => {
      planned += 1;
      let isPending = true;
      const end = (): void => {
        if (isPending) planned -= 1;
        isPending = false;
      };
      const cancelTask = at.call(sandbox.clock, due, () => {
        end();
        run();
      });
      return () => {
        end();
        cancelTask();
      };
    };
    const { id } = book(sandbox, { test_scenario: 'cancellation_needs_confirmation' });
    expect(planned).toBe(1);
    sandbox.behavior.advance(id, 'enroute_to_pickup');
    sandbox.request('cancelBooking', { body: { booking_id: id, reason_code: 'test' } });
    await sandbox.advanceClock(hour);
    expect(sandbox.request('getBookingDetails', { id }).body.status).toBe('cancelled');
    expect(planned).toBe(0);
  });
});

describe('retention', () => {
  const complete = {
    external_reference: 'A-30',
    test_scenario: 'delivered',
    dropoff: {
      address: home,
      contact: recipient,
      instructions: 'Ring twice.',
      reference: 'Locker 7',
      verification: { methods: ['pin', 'photo'] },
    },
    return_verification: { methods: ['pin'] },
    packages: [{ size: 'small', description: 'Medicine for Zoë' }],
    items: [{ name: 'Ibuprofen', quantity: 1 }],
  };

  it('deletes personal data 30 days after the booking is closed, and the booking after 90 days', async () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox, complete);
    sandbox.behavior.advance(id, 'delivered');
    await sandbox.advanceClock(30 * day - 1);
    const before = sandbox.request('getBookingDetails', { id }).body;
    expect(before).toMatchObject({
      courier: { name: expect.any(String) },
      packages: complete.packages,
      items: complete.items,
    });
    expect(before.dropoff).toMatchObject({
      address: home,
      reference: 'Locker 7',
      contact: recipient,
      instructions: 'Ring twice.',
      verification: { pin: expect.any(String) },
      proofs: [{ type: 'pin' }, { type: 'photo' }],
    });
    await sandbox.advanceClock(1);
    const after = sandbox.request('getBookingDetails', { id }).body;
    expect(Object.keys(after.dropoff).sort()).toEqual([
      'address',
      'arrived_at',
      'completed_at',
      'verification',
    ]);
    expect(after.dropoff.address).toEqual({ city: 'Amsterdam', country: 'NL' });
    expect(after.pickup.address).toEqual(before.pickup.address);
    expect(after.packages).toEqual([{ size: 'small', quantity: 1 }]);
    expect(after).not.toHaveProperty('items');
    expect(after).not.toHaveProperty('courier');
    expect([after.dropoff.verification, after.return_verification, after.pickup.contact]).toEqual([
      { methods: ['pin', 'photo'] },
      { methods: ['pin'] },
      undefined,
    ]);
    await sandbox.advanceClock(60 * day);
    expect([codeOf(sandbox, id), codeOf(sandbox, 'ref:A-30')]).toEqual([
      'resource_expired',
      'booking_not_found',
    ]);
    expect(
      sandbox.request('cancelBooking', { body: { booking_id: id, reason_code: 'test' } }).body.code,
    ).toBe('resource_expired');
    expect(book(sandbox, complete).attempt).toBe(2);
  });

  it('after 30 days, deletes the cancellation note and reduces a pickup address without a store to city and country', async () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox, { pickup: { address: home, contact: recipient } });
    const request = { booking_id: id, reason_code: 'other', note: 'Zoë moved.' };
    sandbox.request('cancelBooking', { body: request });
    await sandbox.advanceClock(30 * day - 1);
    const read = (): Body => sandbox.request('getBookingDetails', { id }).body;
    expect(read()).toMatchObject({
      cancellation: { note: 'Zoë moved.' },
      pickup: { address: home },
    });
    await sandbox.advanceClock(1);
    expect(read().cancellation).not.toHaveProperty('note');
    expect(read().pickup).toEqual({ address: { city: 'Amsterdam', country: 'NL' } });
  });

  it('deletes the resolved places of an estimate after 30 days', async () => {
    const sandbox = createSandbox();
    sandbox.request('createEstimate', { body: estimateRequest() });
    const estimate = (): Body => (sandbox.behavior.snapshot(1).estimates as Body[])[0];
    await sandbox.advanceClock(30 * day - 1);
    expect(estimate().resolved.dropoff).toMatchObject({ location: home.location });
    await sandbox.advanceClock(1);
    expect(estimate()).not.toHaveProperty('resolved');
  });
});
