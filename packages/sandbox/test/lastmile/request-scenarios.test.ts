import { expect, it } from 'vitest';
import { bookingRequest, createSandbox, estimateRequest } from '../support/lastmile.ts';

it.each(['unavailable_then_success', 'rate_limited'])(
  '%s rejects the first attempt with a retryable error, and accepts the second attempt',
  (scenario) => {
    const sandbox = createSandbox();
    const booking = bookingRequest({ test_scenario: scenario });
    const code = scenario === 'rate_limited' ? 'rate_limited' : 'service_unavailable';
    for (const [operation, body] of [
      ['createEstimate', estimateRequest({ test_scenario: scenario })],
      ['createBooking', booking],
    ] as const) {
      for (let time = 0; time < 2; time++) {
        const first = sandbox.request(operation, {
          body:
            operation === 'createBooking' && time === 1
              ? { ...booking, external_reference: 'another' }
              : body,
        });
        expect(first.body).toMatchObject({ code, retryable: true });
        expect(first.headers['Retry-After']).toBe('1');
        expect(
          sandbox.request(operation, {
            body:
              operation === 'createBooking' && time === 1
                ? { ...booking, external_reference: 'another' }
                : body,
          }).status,
        ).toBe(201);
      }
    }
  },
);

it('answer_lost creates the booking and drops the connection', () => {
  const sandbox = createSandbox();
  const body = bookingRequest({ test_scenario: 'answer_lost' });
  const first = sandbox.request('createBooking', { body });
  expect([first.status, first.isDropped]).toEqual([201, true]);
  expect(sandbox.request('createBooking', { body })).toMatchObject({
    status: 409,
    body: { code: 'duplicate_external_reference', existing_booking_id: first.body.id },
  });
});

it('estimate_unserviceable returns no_courier_available with retry_at', () => {
  const { status, body } = createSandbox().request('createEstimate', {
    body: estimateRequest({ test_scenario: 'estimate_unserviceable' }),
  });
  expect([status, body.outcome]).toEqual([201, 'unserviceable']);
  expect(body.reasons).toMatchObject([
    { code: 'no_courier_available', retry_at: expect.any(String) },
  ]);
});

it('a booking costs 10% more than its estimate with estimate_not_binding, and has the estimated price as quoted_price', () => {
  const sandbox = createSandbox({ start: Date.parse('2026-11-20T03:00:00Z') });
  const estimate = sandbox.request('createEstimate', {
    body: estimateRequest({ test_scenario: 'estimate_not_binding' }),
  }).body;
  expect(estimate.binding).toBe(false);
  const { body } = sandbox.request('createBooking', {
    body: bookingRequest({ estimate_id: estimate.id }),
  });
  expect(body.quoted_price).toEqual(estimate.price);
  expect(body.price.total.amount).toBe(Math.round(estimate.price.total.amount * 1.1));
});

it('estimate_expires_now returns an estimate that has expired when it is booked', async () => {
  const sandbox = createSandbox();
  const estimate = sandbox.request('createEstimate', {
    body: estimateRequest({ test_scenario: 'estimate_expires_now' }),
  }).body;
  expect(estimate.expires_at).toBe(estimate.created_at);
  expect(
    sandbox.request('createBooking', { body: bookingRequest({ estimate_id: estimate.id }) }).body
      .code,
  ).toBe('estimate_expired');
});
