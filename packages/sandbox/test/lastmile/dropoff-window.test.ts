import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import {
  type Body,
  bookingRequest,
  createSandbox,
  estimateRequest,
  hour,
  minute,
  store,
  type TestSandbox,
} from '../support/lastmile.ts';

/** The start of the dropoff window: the next day at 19:00 in Amsterdam. */
const starts = Date.parse('2026-11-21T18:00:00Z');
const schedule = {
  dropoff_window: { starts_at: '2026-11-21T18:00:00Z', ends_at: '2026-11-21T19:00:00Z' },
};

const estimate = (sandbox: TestSandbox, more: JsonObject = {}): Body =>
  sandbox.request('createEstimate', { body: estimateRequest({ schedule, ...more }) }).body;
const read = (sandbox: TestSandbox, id: string): Body =>
  sandbox.request('getBookingDetails', { id }).body;

describe('a schedule with a dropoff window', () => {
  it('createEstimate calculates the pickup time from the dropoff window', () => {
    const { pickup_eta, dropoff_eta, duration_seconds } = estimate(createSandbox());
    expect(dropoff_eta.expected_at).toBe('2026-11-21T18:00:00.000Z');
    expect(Date.parse(pickup_eta.expected_at)).toBe(starts - 2 * minute - duration_seconds * 1000);
  });

  it('a booking is scheduled and picked up within 5 minutes after the calculated time, and its courier arrives at the start of the dropoff window', async () => {
    const sandbox = createSandbox();
    const planned = Date.parse(estimate(sandbox).pickup_eta.expected_at);
    const { status, body } = sandbox.request('createBooking', {
      body: bookingRequest({ schedule }),
    });
    expect([status, body.status]).toEqual([201, 'scheduled']);
    expect(Date.parse(body.pickup.eta.expected_at)).toBe(planned);
    await sandbox.advanceClock(planned - 46 * minute - sandbox.clock.now());
    expect(read(sandbox, body.id).status).toBe('scheduled');
    await sandbox.advanceClock(46 * minute + 5 * minute);
    const { pickup } = read(sandbox, body.id);
    expect(Date.parse(pickup.completed_at)).toBeGreaterThanOrEqual(planned);
    await sandbox.advanceClock(hour);
    const { status: end, dropoff } = read(sandbox, body.id);
    expect([end, dropoff.arrived_at]).toEqual(['delivered', '2026-11-21T18:00:00.000Z']);
  });

  it('createEstimate calculates the pickup time from the dropoff window even if the packages are ready earlier', () => {
    const sandbox = createSandbox();
    const ready = { ...schedule, ready_at: '2026-11-20T18:30:00Z' };
    expect(estimate(sandbox, { schedule: ready }).pickup_eta).toEqual(estimate(sandbox).pickup_eta);
  });

  it('createEstimate uses the start of the pickup window as the pickup time if the request has both windows', () => {
    const pickup_window = {
      starts_at: '2026-11-21T14:00:00Z',
      ends_at: '2026-11-21T14:30:00Z',
    };
    expect(
      estimate(createSandbox(), { schedule: { ...schedule, pickup_window } }).pickup_eta
        .expected_at,
    ).toBe('2026-11-21T14:00:00.000Z');
  });

  it('an estimate is unserviceable if the store is closed at the calculated pickup time', () => {
    const closed = {
      dropoff_window: { starts_at: '2026-11-21T05:00:00Z', ends_at: '2026-11-21T06:00:00Z' },
    };
    expect(estimate(createSandbox(), { schedule: closed })).toMatchObject({
      outcome: 'unserviceable',
      reasons: [{ code: 'store_closed', waypoint: 'pickup' }],
    });
  });

  it('an estimate has the reason schedule_not_available for a store without scheduling', () => {
    const sandbox = createSandbox();
    const [one] = (sandbox.behavior.snapshot(10).stores as Body[]).filter(({ id }) => id === store);
    const { scheduling: _, ...capabilities } = one.capabilities;
    sandbox.behavior.load({ stores: [{ ...one, capabilities }] });
    expect(estimate(sandbox)).toMatchObject({ reasons: [{ code: 'schedule_not_available' }] });
  });
});
