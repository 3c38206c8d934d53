import { beforeEach, expect, it } from 'vitest';
import { type SandboxContext, startSandbox } from '../support/sandbox.ts';

type BookingRequest = Parameters<SandboxContext['lastmile']['createBooking']>[0];

let context: SandboxContext;
beforeEach(async () => {
  context = await startSandbox();
});

const store = { store_id: 'sto_01JD3M7X9KQA' };
const address = { line1: 'Roetersstraat 8-3', city: 'Amsterdam', country: 'NL' };
const contact = { name: 'Noor de Wit', phone: '+31612345678' };

/** Sends a booking request with a new idempotency key, and returns the response. */
const book = (more: Partial<BookingRequest> = {}) =>
  context.lastmile.createBooking.result({
    external_reference: 'A-1042',
    pickup: store,
    dropoff: { address, contact },
    ...more,
  });

/** Sends a booking request, and returns the booking. Fails the test unless the status is 201. */
async function booked(more: Partial<BookingRequest> = {}) {
  const result = await book(more);
  if (result.status !== 201) throw new Error(`The response is ${result.status}.`);
  return result.data;
}

it('a reference cannot be reused after the delivery, and the error contains the ID of the first booking', async () => {
  const { id } = await booked();
  await context.sandbox.advanceBooking(id, 'delivered');
  expect(await book()).toMatchObject({
    status: 409,
    problem: { code: 'duplicate_external_reference', existing_booking_id: id },
  });
  expect(await booked({ external_reference: 'A-1042-2' })).toMatchObject({ attempt: 1 });
});

it('a reference can be reused after a cancellation, and attempt increases', async () => {
  const { id } = await booked();
  await context.lastmile.cancelBooking({ booking_id: id, reason_code: 'other', note: 'Test' });
  const second = await booked();
  expect(second.attempt).toBe(2);
  expect(second.id).not.toBe(id);
});

/** Returns a serviceable estimate for a dropoff. */
async function estimate(dropoff: { line1?: string; city: string; country: string }) {
  const result = await context.lastmile.createEstimate({
    pickup: store,
    dropoff: { address: dropoff },
  });
  if (result.outcome !== 'serviceable') throw new Error('The estimate is not serviceable.');
  return result;
}

it('a booking can contain address details that its estimate lacks, at the price of the estimate', async () => {
  const { id, price } = await estimate(address);
  const details = { line2: 'Third floor', postal_code: '1018 WC' };
  const dropoff = { address: { ...address, ...details }, contact };
  expect(await booked({ estimate_id: id, dropoff })).toMatchObject({
    estimate_id: id,
    price: { total: price.total },
    dropoff: { address: details },
  });
});

it('a booking whose street differs from that of its estimate is rejected', async () => {
  const { id } = await estimate(address);
  const dropoff = { address: { ...address, line1: 'Sarphatipark 22-H' }, contact };
  expect(await book({ estimate_id: id, dropoff })).toMatchObject({
    status: 422,
    problem: { code: 'estimate_mismatch', errors: [{ pointer: '/dropoff/address/line1' }] },
  });
});

it('a booking can use an exact address in the city of its estimate, at a newly calculated price', async () => {
  const { line1: _, ...area } = address;
  const estimated = await estimate(area);
  expect(estimated.resolved?.dropoff?.confidence).toBe('area');
  const atBooking = await estimate(address);
  const { estimate_id, price } = await booked({ estimate_id: estimated.id });
  expect(estimate_id).toBe(estimated.id);
  expect(price.total).toEqual(atBooking.price.total);
  expect(price.total).not.toEqual(estimated.price.total);
});

it('a booking and an estimate have the same pickup time for the same dropoff window', async () => {
  const now = Date.parse((await context.sandbox.clock()).now);
  const hours = (count: number): string => new Date(now + count * 3_600_000).toISOString();
  const schedule = { dropoff_window: { starts_at: hours(24), ends_at: hours(24.5) } };
  const estimated = await context.lastmile.createEstimate({
    pickup: store,
    dropoff: { address },
    schedule,
  });
  const { status, pickup } = await booked({ schedule });
  expect(status).toBe('scheduled');
  const planned = Date.parse(pickup.eta?.expected_at ?? '');
  expect(planned).toBeGreaterThan(now + 23 * 3_600_000);
  expect(planned).toBeLessThan(now + 24 * 3_600_000);
  expect(estimated).toMatchObject({ pickup_eta: { expected_at: pickup.eta?.expected_at } });
});
