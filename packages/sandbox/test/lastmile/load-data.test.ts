import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  bookingRequest,
  contract,
  createSandbox,
  friday,
  hour,
  minute,
  rejection,
  type TestSandbox,
} from '../support/lastmile.ts';

const book = (sandbox: TestSandbox, more: JsonObject = {}): Body =>
  sandbox.request('createBooking', { body: bookingRequest(more) }).body;
const read = (sandbox: TestSandbox, id: string): Body =>
  sandbox.request('getBookingDetails', { id }).body;

const examples = (operationId: string): Body[] =>
  contract.operations
    .find(({ id }) => id === operationId)
    ?.success.content?.examples.map(({ value }) => value) ?? [];

describe('loading data', () => {
  it('accepts stores, bookings and estimates that match the contract schemas', () => {
    const sandbox = createSandbox();
    const bookings = examples('getBookingDetails').filter(
      ({ id }, index, all) => all.findLastIndex((one) => one.id === id) === index,
    );
    const [store] = examples('getStoreInfo');
    const estimates = examples('createEstimate');
    sandbox.behavior.load({ stores: [store], bookings, estimates });
    expect((sandbox.behavior.snapshot(10).stores as Body[]).map(({ id }) => id)).toEqual([
      store.id,
    ]);
    for (const one of bookings) {
      const shown = read(sandbox, one.id);
      for (const name of [
        'status',
        'revision',
        'price',
        'history',
        'packages',
        'reassignment_count',
        'created_at',
      ])
        expect(shown[name], name).toEqual(one[name]);
      expect(shown.test).toBe(true);
    }
  });

  it('continues loaded bookings from their status, with one revision for each event', async () => {
    for (const one of examples('getBookingDetails').filter(({ phase }) => phase !== 'closed')) {
      const sandbox = createSandbox({ start: Date.parse(one.updated_at) });
      sandbox.behavior.load({ bookings: [one] });
      await sandbox.advanceClock(3 * hour);
      const events = sandbox.eventsOf(one.id);
      expect(events.map(({ revision }) => revision)).toEqual(
        events.map((_, index) => one.revision + 1 + index),
      );
      expect(['delivered', 'returned']).toContain(read(sandbox, one.id).status);
    }
  });

  it('rejects a booking with an estimate that a loaded booking has used, and keeps the price of an unused loaded estimate', () => {
    const [estimate] = examples('createEstimate');
    const used = examples('getBookingDetails').find(
      ({ estimate_id }) => estimate_id === estimate.id,
    );
    const sandbox = createSandbox({ start: Date.parse(estimate.created_at) + minute });
    sandbox.behavior.load({ estimates: [estimate], bookings: [used] });
    expect(book(sandbox, { estimate_id: estimate.id })).toMatchObject({
      code: 'estimate_already_used',
      existing_booking_id: used.id,
    });
    const other = createSandbox({ start: Date.parse(estimate.created_at) + minute });
    other.behavior.load({ estimates: [estimate] });
    expect(book(other, { estimate_id: estimate.id })).toMatchObject({ price: estimate.price });
    expect(other.clock.now()).toBeGreaterThan(friday);
  });

  const [store] = examples('getStoreInfo');
  const live = examples('getBookingDetails').find(({ phase }) => phase === 'pickup');
  it.each<[string, JsonObject, string[]]>([
    ['an unknown resource type', { menus: [] }, ['/menus']],
    ['an object instead of an array', { stores: {} }, ['/stores']],
    ['an unknown member', { stores: [{ ...store, colour: 'red' }] }, ['/stores/0/colour']],
    ['a missing member', { bookings: [{ id: 'bkg_1' }] }, ['/bookings/0']],
    [
      'an unknown time zone',
      { stores: [{ ...store, timezone: 'Europe/Atlantis' }] },
      ['/stores/0/timezone'],
    ],
    ['a duplicate ID', { stores: [store, store] }, ['/stores/1/id']],
    [
      'a duplicate reference of bookings that are not closed',
      { bookings: [live, { ...live, id: 'bkg_another' }] },
      ['/bookings/1/external_reference'],
    ],
    [
      'an unknown status',
      { bookings: [{ ...live, status: 'on_the_moon' }] },
      ['/bookings/0/status'],
    ],
    [
      'a phase that contradicts the status',
      { bookings: [{ ...live, phase: 'transit' }] },
      ['/bookings/0/phase'],
    ],
  ])('rejects %s and changes nothing', (_, data, places) => {
    const sandbox = createSandbox();
    const { id } = book(sandbox);
    const { code, pointers } = rejection(() => sandbox.behavior.load(data));
    expect([code, [...new Set(pointers)]]).toEqual(['validation_failed', places]);
    expect(read(sandbox, id).status).toBe('searching');
  });
});
