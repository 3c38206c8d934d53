import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../src/kernel/problem-error.ts';
import {
  type Body,
  bookingRequest,
  contract,
  contractErrors,
  createSandbox,
  estimateRequest,
  friday,
  hour,
  machineData,
  minute,
  second,
  type TestSandbox,
  validate,
} from '../support/lastmile.ts';

const book = (sandbox: TestSandbox, more: JsonObject = {}): Body =>
  sandbox.request('createBooking', { body: bookingRequest(more) }).body;
const read = (sandbox: TestSandbox, id: string): Body =>
  sandbox.request('getBookingDetails', { id }).body;

/** What a control call was refused for. */
function rejection(command: () => void): { code: string; faults: string[]; message: string } {
  try {
    command();
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
    const sandbox = createSandbox();
    const { id } = book(sandbox, { test_scenario: 'courier_reassigned' });
    const seen = ['courier_assigned', 'enroute_to_pickup', 'searching', 'courier_assigned'].map(
      () => {
        const { status, body } = sandbox.behavior.advance(id, undefined);
        expect([status, contractErrors('getBookingDetails', 200, body)]).toEqual([200, []]);
        return (body as Body).status;
      },
    );
    expect(seen).toEqual([
      'courier_assigned',
      'enroute_to_pickup',
      'searching',
      'courier_assigned',
    ]);
    await sandbox.advanceClock(19 * second);
    expect(read(sandbox, id).status).toBe('courier_assigned');
    await sandbox.advanceClock(21 * second);
    expect(read(sandbox, id).status).toBe('enroute_to_pickup');
  });

  it('goes up to a status of its story', () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox, { test_scenario: 'recipient_no_show_returned' });
    sandbox.behavior.advance(id, 'returned');
    expect(read(sandbox, id)).toMatchObject({
      status: 'returned',
      status_reason: { code: 'recipient_no_show' },
      revision: 9,
    });
  });

  const ends = [...machineData.states].filter(([, { terminal }]) => terminal).map(([name]) => name);
  it.each(
    [...machineData.states.keys()].filter((name) => name !== 'pending' && name !== 'scheduled'),
  )('reaches %s from the search on', async (to) => {
    const sandbox = createSandbox();
    const { id } = book(sandbox, { test_scenario: to === 'rejected' ? 'rejected' : 'delivered' });
    expect((sandbox.behavior.advance(id, to).body as Body).status).toBe(to);
    await sandbox.advanceClock(hour);
    expect(read(sandbox, id).status).toBe(
      ends.includes(to) ? to : to === 'returning' ? 'returned' : 'delivered',
    );
  });

  it('takes it out of a story that waits', async () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox, { test_scenario: 'cancellation_declined' });
    await sandbox.advanceClock(hour);
    expect(rejection(() => sandbox.behavior.advance(id, undefined)).message).toContain(
      'cancelBooking',
    );
    sandbox.behavior.advance(id, 'picked_up');
    await sandbox.advanceClock(5 * minute);
    expect(read(sandbox, id).status).toBe('delivered');
  });

  it('gives a booking back to the search', async () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox);
    sandbox.behavior.advance(id, 'arrived_at_pickup');
    sandbox.behavior.advance(id, 'searching');
    expect(read(sandbox, id)).toMatchObject({
      reassignment_count: 1,
      status_reason: { code: 'courier_issue' },
    });
    await sandbox.advanceClock(10 * minute);
    expect(read(sandbox, id).status).toBe('delivered');
  });

  it('changes nothing where it is already, and is refused where there is no way', () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox);
    sandbox.behavior.advance(id, 'searching');
    expect(read(sandbox, id).revision).toBe(1);
    expect(rejection(() => sandbox.behavior.advance(id, 'scheduled'))).toMatchObject({
      code: 'validation_failed',
      faults: ['/to'],
    });
    expect(rejection(() => sandbox.behavior.advance(id, 'nonsense')).message).toContain(
      'courier_assigned',
    );
    expect(rejection(() => sandbox.behavior.advance('bkg_none', undefined)).code).toBe(
      'booking_not_found',
    );
    sandbox.behavior.advance(id, 'delivered');
    expect(rejection(() => sandbox.behavior.advance(id, undefined)).message).toContain('delivered');
  });
});

describe('a snapshot', () => {
  it('shows what is remembered, the newest first, as the contract shows it', () => {
    const sandbox = createSandbox();
    const ids = [book(sandbox).id, book(sandbox).id, book(sandbox).id];
    const estimate = sandbox.request('createEstimate', { body: estimateRequest() }).body;
    const { bookings, estimates, stores } = sandbox.behavior.snapshot(2) as Body;
    expect(bookings.map(({ id }: Body) => id)).toEqual([ids[2], ids[1]]);
    expect(estimates).toEqual([estimate]);
    expect(
      stores.map((one: Body) => validate({ $ref: '#/components/schemas/Store' }, one)),
    ).toEqual([[], []]);
  });

  it('is announced to those who look on', () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox);
    sandbox.behavior.advance(id, undefined);
    expect(sandbox.changes).toEqual([
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
  it('takes stores, bookings and estimates in the forms of the contract', () => {
    const sandbox = createSandbox();
    const bookings = examples('getBookingDetails').filter(
      ({ id }, index, all) => all.findLastIndex((one) => one.id === id) === index,
    );
    const [store] = examples('getStoreInfo');
    const estimates = examples('createEstimate');
    sandbox.behavior.reset({ stores: [store], bookings, estimates });
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

  it('lets loaded bookings go on from where they stand, one revision for each event', async () => {
    for (const one of examples('getBookingDetails').filter(({ phase }) => phase !== 'closed')) {
      const sandbox = createSandbox({ start: Date.parse(one.updated_at) });
      sandbox.behavior.reset({ bookings: [one] });
      await sandbox.advanceClock(3 * hour);
      const events = sandbox.eventsOf(one.id);
      expect(events.map(({ revision }) => revision)).toEqual(
        events.map((_, index) => one.revision + 1 + index),
      );
      expect(['delivered', 'returned']).toContain(read(sandbox, one.id).status);
    }
  });

  it('knows which loaded estimate was used, and holds a booking to the others', () => {
    const [estimate] = examples('createEstimate');
    const used = examples('getBookingDetails').find(
      ({ estimate_id }) => estimate_id === estimate.id,
    );
    const sandbox = createSandbox({ start: Date.parse(estimate.created_at) + minute });
    sandbox.behavior.reset({ estimates: [estimate], bookings: [used] });
    expect(book(sandbox, { estimate_id: estimate.id })).toMatchObject({
      code: 'estimate_already_used',
      existing_booking_id: used.id,
    });
    const other = createSandbox({ start: Date.parse(estimate.created_at) + minute });
    other.behavior.reset({ estimates: [estimate] });
    expect(book(other, { estimate_id: estimate.id })).toMatchObject({ price: estimate.price });
    expect(other.clock.now()).toBeGreaterThan(friday);
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
    const sandbox = createSandbox();
    const { id } = book(sandbox);
    const { code, faults: pointers } = rejection(() => sandbox.behavior.reset(data));
    expect([code, [...new Set(pointers)]]).toEqual(['validation_failed', places]);
    expect(read(sandbox, id).status).toBe('searching');
  });
});
