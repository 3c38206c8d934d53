import type { Sandbox } from '@delivery-api/mock';
import { beforeEach, expect, it } from 'vitest';
import { type SandboxContext, startSandbox } from '../support/sandbox.ts';

let context: SandboxContext;
beforeEach(async () => {
  context = await startSandbox();
});

const pickup = {
  address: {
    line1: 'Haarlemmerstraat 75',
    postal_code: '1013 EC',
    city: 'Amsterdam',
    country: 'NL',
  },
};
const dropoff = {
  address: { line1: 'Roetersstraat 8-3', postal_code: '1018 WC', city: 'Amsterdam', country: 'NL' },
};
const deliverySteps = [
  'courier_assigned',
  'enroute_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'enroute_to_dropoff',
  'arrived_at_dropoff',
];

const book = (
  { lastmile }: SandboxContext,
  more: Partial<Parameters<SandboxContext['lastmile']['createBooking']>[0]> = {},
) =>
  lastmile.createBooking({
    external_reference: 'A-1042',
    pickup: { ...pickup, contact: { name: 'Canale Pizza', phone: '+31205550187' } },
    dropoff: { ...dropoff, contact: { name: 'Noor de Wit', phone: '+31612345678' } },
    packages: [{ size: 'small' }],
    ...more,
  });

/**
 * Advances the clock by 30 minutes, after which the booking is closed. Returns the data of all
 * received events, sorted by revision, because events can arrive out of order.
 */
async function runToEnd(
  { sandbox, receiver }: SandboxContext,
  id: string,
): Promise<SandboxContext['receiver']['bookings']> {
  await sandbox.advanceClock(1800);
  await receiver.waitFor(eventCount(sandbox, id));
  return receiver.bookings.sort((a, b) => a.revision - b.revision);
}

/** Returns the number of events that the sandbox created for a booking. */
const eventCount = (sandbox: Sandbox, id: string): number =>
  sandbox.deliveries({ subject: id, limit: 1000 }).length;

const sequence = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

it('a booking is delivered at the price of its estimate, with one verified event for each revision', async () => {
  const { lastmile, receiver } = context;
  const estimate = await lastmile.createEstimate({ pickup, dropoff });
  if (estimate.outcome !== 'serviceable') throw new Error('The estimate is not serviceable.');
  expect(estimate.binding).toBe(true);
  const booking = await book(context, { estimate_id: estimate.id });
  expect(booking).toMatchObject({
    status: 'searching',
    revision: 1,
    test: true,
    price: { total: estimate.price.total },
  });

  const updates = await runToEnd(context, booking.id);
  expect(receiver.rejected).toEqual([]);
  expect(new Set(updates.map(({ id }) => id))).toEqual(new Set([booking.id]));
  expect(
    updates.filter(({ changes }) => changes.includes('status')).map(({ status }) => status),
  ).toEqual([...deliverySteps, 'delivered']);
  expect(updates.map(({ revision }) => revision)).toEqual(sequence(2, updates.length));

  const read = await lastmile.getBookingDetails({ id: booking.id });
  expect(read).toMatchObject({
    status: 'delivered',
    phase: 'closed',
    revision: updates.at(-1)?.revision,
    price: { total: estimate.price.total },
  });
  expect(read.history.map(({ status }) => status)).toEqual([
    'searching',
    ...deliverySteps,
    'delivered',
  ]);
});

it('a cancellation after the free period costs the fee of the policy, and is rejected if max_fee is lower', async () => {
  const { sandbox, lastmile, receiver } = context;
  const { id } = await book(context);
  sandbox.advanceBooking(id, 'arrived_at_pickup');
  expect((await lastmile.getBookingDetails({ id })).cancellation_policy).toMatchObject({
    fee: { amount: 0 },
  });
  await sandbox.advanceClock(16);
  const { revision, cancellation_policy: policy } = await lastmile.getBookingDetails({ id });
  if (policy.fee === undefined) throw new Error('The booking cannot be cancelled.');
  expect(policy.fee.amount).toBeGreaterThan(0);

  const cancellation = {
    booking_id: id,
    reason_code: 'customer_requested',
    expected_revision: revision,
  } as const;
  const tooLow = await lastmile.cancelBooking.result({
    ...cancellation,
    max_fee: { ...policy.fee, amount: policy.fee.amount - 1 },
  });
  expect(tooLow).toMatchObject({
    ok: false,
    status: 409,
    problem: { code: 'cancellation_fee_changed', fee: policy.fee },
  });
  const cancelled = await lastmile.cancelBooking({ ...cancellation, max_fee: policy.fee });
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    revision: revision + 1,
    price: { total: policy.fee },
    cancellation: { state: 'confirmed', reason_code: 'customer_requested', fee: policy.fee },
  });

  const updates = await runToEnd(context, id);
  expect(updates.at(-1)).toMatchObject({ status: 'cancelled', price: { total: policy.fee } });
  expect(updates.map((one) => one.revision)).toEqual(sequence(2, updates.length));
  expect(receiver.rejected).toEqual([]);
});

it('a different courier is assigned after the first courier cancels the assignment', async () => {
  const { lastmile, receiver } = context;
  const { id } = await book(context, { test_scenario: 'courier_reassigned' });
  const updates = await runToEnd(context, id);
  expect(
    updates.filter(({ changes }) => changes.includes('status')).map(({ status }) => status),
  ).toEqual(['courier_assigned', 'enroute_to_pickup', 'searching', ...deliverySteps, 'delivered']);
  expect(updates.map(({ revision }) => revision)).toEqual(sequence(2, updates.length));
  const [first, , returned, second] = updates;
  expect(returned).toMatchObject({
    previous_status: 'enroute_to_pickup',
    status_reason: { code: 'courier_issue' },
    reassignment_count: 1,
  });
  expect(returned?.courier).toBeUndefined();
  expect(second?.courier?.id).not.toBe(first?.courier?.id);
  expect(await lastmile.getBookingDetails({ id })).toMatchObject({
    status: 'delivered',
    courier: { id: second?.courier?.id },
  });
  expect(receiver.rejected).toEqual([]);
});

it('a booking without a courier expires at assign_by, free of charge', async () => {
  const { sandbox, lastmile, receiver } = context;
  const { id, assign_by: assignBy = '' } = await book(context, { test_scenario: 'no_courier' });
  await sandbox.advanceClock((Date.parse(assignBy) - Date.parse(sandbox.clock().now)) / 1000 - 1);
  expect(await lastmile.getBookingDetails({ id })).toMatchObject({ status: 'searching' });
  await sandbox.advanceClock(1);
  await receiver.waitFor(1);
  expect(receiver.bookings).toMatchObject([
    { id, status: 'expired', updated_at: assignBy, price: { total: { amount: 0 } } },
  ]);
  expect(await lastmile.getBookingDetails({ id })).toMatchObject({
    status: 'expired',
    status_reason: { code: 'no_courier_available' },
  });
});
