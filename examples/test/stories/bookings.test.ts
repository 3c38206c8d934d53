import type { Sandbox } from '@delivery-api/mock';
import { beforeEach, expect, it } from 'vitest';
import { type Stage, setStage } from './sandbox.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await setStage();
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
const toDoor = [
  'courier_assigned',
  'enroute_to_pickup',
  'arrived_at_pickup',
  'picked_up',
  'enroute_to_dropoff',
  'arrived_at_dropoff',
];

const book = (
  { lastmile }: Stage,
  more: Partial<Parameters<Stage['lastmile']['createBooking']>[0]> = {},
) =>
  lastmile.createBooking({
    external_reference: 'A-1042',
    pickup: { ...pickup, contact: { name: 'Canale Pizza', phone: '+31205550187' } },
    dropoff: { ...dropoff, contact: { name: 'Noor de Wit', phone: '+31612345678' } },
    packages: [{ size: 'small' }],
    ...more,
  });

/**
 * Lets a booking run to its end, and gives what its events have told, in the order of their
 * revisions: they may overtake each other.
 */
async function toTheEnd(
  { sandbox, inbox }: Stage,
  id: string,
): Promise<Stage['inbox']['bookings']> {
  await sandbox.advanceClock(1800);
  await inbox.until(announced(sandbox, id));
  return inbox.bookings.sort((a, b) => a.revision - b.revision);
}

/** How many events the sandbox has made about a booking. */
const announced = (sandbox: Sandbox, id: string): number =>
  sandbox.deliveries({ subject: id, limit: 1000 }).length;

const countedFrom = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);

it('a booking of an estimate is delivered at its price; every event is received and verified, and none is missing between two revisions', async () => {
  const { lastmile, inbox } = stage;
  const estimate = await lastmile.createEstimate({ pickup, dropoff });
  if (estimate.outcome !== 'serviceable') throw new Error('The city cannot be served.');
  expect(estimate.binding).toBe(true);
  const booking = await book(stage, { estimate_id: estimate.id });
  expect(booking).toMatchObject({
    status: 'searching',
    revision: 1,
    test: true,
    price: { total: estimate.price.total },
  });

  const told = await toTheEnd(stage, booking.id);
  expect(inbox.refused).toEqual([]);
  expect(new Set(told.map(({ booking_id }) => booking_id))).toEqual(new Set([booking.id]));
  expect(
    told.filter(({ changes }) => changes.includes('status')).map(({ status }) => status),
  ).toEqual([...toDoor, 'delivered']);
  expect(told.map(({ revision }) => revision)).toEqual(countedFrom(2, told.length));

  const read = await lastmile.getBookingDetails({ id: booking.id });
  expect(read).toMatchObject({
    status: 'delivered',
    phase: 'closed',
    revision: told.at(-1)?.revision,
    price: { total: estimate.price.total },
  });
  expect(read.history.map(({ status }) => status)).toEqual(['searching', ...toDoor, 'delivered']);
});

it('giving a booking up once the free seconds are over costs the fee that the policy names, no more than was accepted', async () => {
  const { sandbox, lastmile, inbox } = stage;
  const { id } = await book(stage);
  sandbox.advanceBooking(id, 'arrived_at_pickup');
  expect((await lastmile.getBookingDetails({ id })).cancellation_policy).toMatchObject({
    fee: { amount: 0 },
  });
  await sandbox.advanceClock(16);
  const { revision, cancellation_policy: policy } = await lastmile.getBookingDetails({ id });
  if (policy.fee === undefined) throw new Error('It cannot be cancelled.');
  expect(policy.fee.amount).toBeGreaterThan(0);

  const wish = {
    booking_id: id,
    reason_code: 'customer_requested',
    expected_revision: revision,
  } as const;
  const tooLittle = await lastmile.cancelBooking.result({
    ...wish,
    max_fee: { ...policy.fee, amount: policy.fee.amount - 1 },
  });
  expect(tooLittle).toMatchObject({
    ok: false,
    status: 409,
    problem: { code: 'cancellation_fee_changed', fee: policy.fee },
  });
  const cancelled = await lastmile.cancelBooking({ ...wish, max_fee: policy.fee });
  expect(cancelled).toMatchObject({
    status: 'cancelled',
    revision: revision + 1,
    price: { total: policy.fee },
    cancellation: { state: 'confirmed', reason_code: 'customer_requested', fee: policy.fee },
  });

  const told = await toTheEnd(stage, id);
  expect(told.at(-1)).toMatchObject({ status: 'cancelled', price: { total: policy.fee } });
  expect(told.map((one) => one.revision)).toEqual(countedFrom(2, told.length));
  expect(inbox.refused).toEqual([]);
});

it('a booking whose first courier gives it back is searched for again, and another courier delivers it', async () => {
  const { lastmile, inbox } = stage;
  const { id } = await book(stage, { test_scenario: 'courier_reassigned' });
  const told = await toTheEnd(stage, id);
  expect(
    told.filter(({ changes }) => changes.includes('status')).map(({ status }) => status),
  ).toEqual(['courier_assigned', 'enroute_to_pickup', 'searching', ...toDoor, 'delivered']);
  expect(told.map(({ revision }) => revision)).toEqual(countedFrom(2, told.length));
  const [first, , given, second] = told;
  expect(given).toMatchObject({
    previous_status: 'enroute_to_pickup',
    status_reason: { code: 'courier_issue' },
    reassignment_count: 1,
  });
  expect(given?.courier).toBeUndefined();
  expect(second?.courier?.id).not.toBe(first?.courier?.id);
  expect(await lastmile.getBookingDetails({ id })).toMatchObject({
    status: 'delivered',
    courier: { id: second?.courier?.id },
  });
  expect(inbox.refused).toEqual([]);
});

it('a booking that nobody takes expires when its deadline for finding a courier has passed, and costs nothing', async () => {
  const { sandbox, lastmile, inbox } = stage;
  const { id, assign_by: assignBy = '' } = await book(stage, { test_scenario: 'no_courier' });
  await sandbox.advanceClock((Date.parse(assignBy) - Date.parse(sandbox.clock().now)) / 1000 - 1);
  expect(await lastmile.getBookingDetails({ id })).toMatchObject({ status: 'searching' });
  await sandbox.advanceClock(1);
  await inbox.until(1);
  expect(inbox.bookings).toMatchObject([
    { booking_id: id, status: 'expired', updated_at: assignBy, price: { total: { amount: 0 } } },
  ]);
  expect(await lastmile.getBookingDetails({ id })).toMatchObject({
    status: 'expired',
    status_reason: { code: 'no_courier_available' },
  });
});
