import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  bookingRequest,
  contractErrors,
  createSandbox,
  estimateRequest,
  hour,
  machineData,
  minute,
  rejection,
  second,
  type TestSandbox,
  validate,
} from '../support/lastmile.ts';

const book = (sandbox: TestSandbox, more: JsonObject = {}): Body =>
  sandbox.request('createBooking', { body: bookingRequest(more) }).body;
const read = (sandbox: TestSandbox, id: string): Body =>
  sandbox.request('getBookingDetails', { id }).body;

describe('advance', () => {
  it('runs one step of the scenario, returns the booking, and schedules the next step relative to the current time', async () => {
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

  it('runs the scenario until the requested status', () => {
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
  )('reaches the status %s from searching', async (to) => {
    const sandbox = createSandbox();
    const { id } = book(sandbox, { test_scenario: to === 'rejected' ? 'rejected' : 'delivered' });
    expect((sandbox.behavior.advance(id, to).body as Body).status).toBe(to);
    await sandbox.advanceClock(hour);
    expect(read(sandbox, id).status).toBe(
      ends.includes(to) ? to : to === 'returning' ? 'returned' : 'delivered',
    );
  });

  it('requires a target status when the scenario waits for a request', async () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox, { test_scenario: 'cancellation_declined' });
    await sandbox.advanceClock(hour);
    expect(rejection(() => sandbox.behavior.advance(id, undefined)).message).toContain(
      'Cancel the booking',
    );
    sandbox.behavior.advance(id, 'picked_up');
    await sandbox.advanceClock(5 * minute);
    expect(read(sandbox, id).status).toBe('delivered');
  });

  it('reassigns a booking that is advanced from arrived_at_pickup to searching', async () => {
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

  it('changes nothing for the current status, and rejects a status that the booking cannot reach', () => {
    const sandbox = createSandbox();
    const { id } = book(sandbox);
    sandbox.behavior.advance(id, 'searching');
    expect(read(sandbox, id).revision).toBe(1);
    expect(rejection(() => sandbox.behavior.advance(id, 'scheduled'))).toMatchObject({
      code: 'validation_failed',
      pointers: ['/to'],
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

describe('snapshot', () => {
  it('returns the newest bookings first, the estimates, and stores that match the contract schema', () => {
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
});

it('the sandbox sends a change notification for a new booking and for a change to it', () => {
  const sandbox = createSandbox();
  const { id } = book(sandbox);
  sandbox.behavior.advance(id, undefined);
  expect(sandbox.changes).toEqual([
    ['booking', id],
    ['booking', id],
  ]);
});
