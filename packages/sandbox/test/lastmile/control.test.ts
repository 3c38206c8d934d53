import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../src/kernel/problem-error.ts';
import {
  type Bench,
  type Body,
  bench,
  bookingRequest,
  complaints,
  contract,
  estimateRequest,
  friday,
  hour,
  machineData,
  minute,
  second,
  validate,
} from '../support/lastmile.ts';

const book = (on: Bench, more: JsonObject = {}): Body =>
  on.ask('createBooking', { body: bookingRequest(more) }).body;
const read = (on: Bench, id: string): Body => on.ask('getBookingDetails', { id }).body;

/** What a control call was refused for. */
function refusal(call: () => void): { code: string; faults: string[]; message: string } {
  try {
    call();
  } catch (error) {
    if (error instanceof ProblemError)
      return {
        code: error.code,
        faults: error.errors.map(({ pointer }) => pointer ?? ''),
        message: error.message,
      };
    throw error;
  }
  throw new Error('It was not refused.');
}

describe('moving a booking by hand', () => {
  it('plays one step of its story, answers with the booking, and plans what follows from now', async () => {
    const on = bench();
    const { id } = book(on, { test_scenario: 'courier_reassigned' });
    const seen = ['courier_assigned', 'enroute_to_pickup', 'searching', 'courier_assigned'].map(
      () => {
        const { status, body } = on.world.advance(id, undefined);
        expect([status, complaints('getBookingDetails', 200, body)]).toEqual([200, []]);
        return (body as Body).status;
      },
    );
    expect(seen).toEqual([
      'courier_assigned',
      'enroute_to_pickup',
      'searching',
      'courier_assigned',
    ]);
    await on.pass(19 * second);
    expect(read(on, id).status).toBe('courier_assigned');
    await on.pass(21 * second);
    expect(read(on, id).status).toBe('enroute_to_pickup');
  });

  it('goes up to a status of its story', () => {
    const on = bench();
    const { id } = book(on, { test_scenario: 'recipient_no_show_returned' });
    on.world.advance(id, 'returned');
    expect(read(on, id)).toMatchObject({
      status: 'returned',
      status_reason: { code: 'recipient_no_show' },
      revision: 9,
    });
  });

  const ends = [...machineData.states].filter(([, { terminal }]) => terminal).map(([name]) => name);
  it.each(
    [...machineData.states.keys()].filter((name) => name !== 'pending' && name !== 'scheduled'),
  )('reaches %s from the search on', async (to) => {
    const on = bench();
    const { id } = book(on, { test_scenario: to === 'rejected' ? 'rejected' : 'delivered' });
    expect((on.world.advance(id, to).body as Body).status).toBe(to);
    await on.pass(hour);
    expect(read(on, id).status).toBe(
      ends.includes(to) ? to : to === 'returning' ? 'returned' : 'delivered',
    );
  });

  it('takes it out of a story that waits', async () => {
    const on = bench();
    const { id } = book(on, { test_scenario: 'cancellation_declined' });
    await on.pass(hour);
    expect(refusal(() => on.world.advance(id, undefined)).message).toContain('cancelBooking');
    on.world.advance(id, 'picked_up');
    await on.pass(5 * minute);
    expect(read(on, id).status).toBe('delivered');
  });

  it('gives a booking back to the search', async () => {
    const on = bench();
    const { id } = book(on);
    on.world.advance(id, 'arrived_at_pickup');
    on.world.advance(id, 'searching');
    expect(read(on, id)).toMatchObject({
      reassignment_count: 1,
      status_reason: { code: 'courier_issue' },
    });
    await on.pass(10 * minute);
    expect(read(on, id).status).toBe('delivered');
  });

  it('changes nothing where it is already, and is refused where there is no way', () => {
    const on = bench();
    const { id } = book(on);
    on.world.advance(id, 'searching');
    expect(read(on, id).revision).toBe(1);
    expect(refusal(() => on.world.advance(id, 'scheduled'))).toMatchObject({
      code: 'validation_failed',
      faults: ['/to'],
    });
    expect(refusal(() => on.world.advance(id, 'nonsense')).message).toContain('courier_assigned');
    expect(refusal(() => on.world.advance('bkg_none', undefined)).code).toBe('booking_not_found');
    on.world.advance(id, 'delivered');
    expect(refusal(() => on.world.advance(id, undefined)).message).toContain('delivered');
  });
});

describe('a snapshot', () => {
  it('shows what is remembered, the newest first, as the contract shows it', () => {
    const on = bench();
    const ids = [book(on).id, book(on).id, book(on).id];
    const estimate = on.ask('createEstimate', { body: estimateRequest() }).body;
    const { bookings, estimates, stores } = on.world.snapshot(2) as Body;
    expect(bookings.map(({ id }: Body) => id)).toEqual([ids[2], ids[1]]);
    expect(estimates).toEqual([estimate]);
    expect(
      stores.map((one: Body) => validate({ $ref: '#/components/schemas/Store' }, one)),
    ).toEqual([[], []]);
  });

  it('is announced to those who look on', () => {
    const on = bench();
    const { id } = book(on);
    on.world.advance(id, undefined);
    expect(on.changes).toEqual([
      ['booking', id],
      ['booking', id],
    ]);
  });
});

const examples = (operationId: string): Body[] =>
  contract.operations
    .find(({ id }) => id === operationId)
    ?.success.content?.examples.map(({ value }) => value) ?? [];

describe('beginning anew', () => {
  it('forgets everything, and what was planned', async () => {
    const on = bench();
    const { id } = book(on);
    on.world.reset();
    await on.pass(hour);
    expect(on.sent).toEqual([]);
    expect(on.ask('getBookingDetails', { id }).body.code).toBe('booking_not_found');
    expect(on.world.snapshot(10)).toMatchObject({ bookings: [], estimates: [] });
    expect((on.world.snapshot(10).stores as Body[]).length).toBe(3);
  });

  it('takes stores, bookings and estimates in the forms of the contract', () => {
    const on = bench();
    const bookings = examples('getBookingDetails').filter(
      ({ id }, index, all) => all.findLastIndex((one) => one.id === id) === index,
    );
    const [store] = examples('getStoreInfo');
    const estimates = examples('createEstimate');
    on.world.reset({ stores: [store], bookings, estimates });
    expect((on.world.snapshot(10).stores as Body[]).map(({ id }) => id)).toEqual([store.id]);
    for (const one of bookings) {
      const shown = read(on, one.id);
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

  it('lets loaded bookings go on from where they stand, one revision for each event', async () => {
    for (const one of examples('getBookingDetails').filter(({ phase }) => phase !== 'closed')) {
      const on = bench({ start: Date.parse(one.updated_at) });
      on.world.reset({ bookings: [one] });
      await on.pass(3 * hour);
      const told = on.told(one.id);
      expect(told.map(({ revision }) => revision)).toEqual(
        told.map((_, index) => one.revision + 1 + index),
      );
      expect(['delivered', 'returned']).toContain(read(on, one.id).status);
    }
  });

  it('knows which loaded estimate was used, and holds a booking to the others', () => {
    const [estimate] = examples('createEstimate');
    const used = examples('getBookingDetails').find(
      ({ estimate_id }) => estimate_id === estimate.id,
    );
    const on = bench({ start: Date.parse(estimate.created_at) + minute });
    on.world.reset({ estimates: [estimate], bookings: [used] });
    expect(book(on, { estimate_id: estimate.id })).toMatchObject({
      code: 'estimate_already_used',
      existing_booking_id: used.id,
    });
    on.world.reset({ estimates: [estimate] });
    expect(book(on, { estimate_id: estimate.id })).toMatchObject({ price: estimate.price });
    expect(on.clock.now()).toBeGreaterThan(friday);
  });

  const [store] = examples('getStoreInfo');
  const live = examples('getBookingDetails').find(({ phase }) => phase === 'pickup');
  it.each<[string, JsonObject, string[]]>([
    ['an unknown kind', { menus: [] }, ['/menus']],
    ['no list', { stores: {} }, ['/stores']],
    ['an unknown member', { stores: [{ ...store, colour: 'red' }] }, ['/stores/0/colour']],
    ['a missing member', { bookings: [{ id: 'bkg_1' }] }, ['/bookings/0']],
    [
      'a time zone that there is not',
      { stores: [{ ...store, timezone: 'Europe/Atlantis' }] },
      ['/stores/0/timezone'],
    ],
    ['an id twice', { stores: [store, store] }, ['/stores/1/id']],
    [
      'a reference twice',
      { bookings: [live, { ...live, id: 'bkg_another' }] },
      ['/bookings/1/external_reference'],
    ],
    [
      'a status that nobody knows',
      { bookings: [{ ...live, status: 'on_the_moon' }] },
      ['/bookings/0/status'],
    ],
    [
      'a phase to which the status does not belong',
      { bookings: [{ ...live, phase: 'transit' }] },
      ['/bookings/0/phase'],
    ],
  ])('refuses %s, and changes nothing', (_, data, places) => {
    const on = bench();
    const { id } = book(on);
    const { code, faults } = refusal(() => on.world.reset(data));
    expect([code, [...new Set(faults)]]).toEqual(['validation_failed', places]);
    expect(read(on, id).status).toBe('searching');
  });
});
