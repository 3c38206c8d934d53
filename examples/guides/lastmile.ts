// Samples for the Lastmile guides. Requires a running sandbox: npm start
import { randomUUID } from 'node:crypto';
import {
  createLastmileClient,
  isLastmileProblem,
} from '@delivery-api/lastmile-client';

const baseUrl = `${process.env.SANDBOX_URL ?? 'http://localhost:4010'}/lastmile`;
const order = `A-${randomUUID()}`;
const keys = new Map<string, string>();
const secretStore = {
  read: async (_name: string) => 'test_token',
};

// region: token
const lastmile = createLastmileClient({
  baseUrl,
  partnerName: 'acme',
  // The client calls this function before each call, and again after a 401 response.
  token: () => secretStore.read('lastmile-token'),
});
// endregion

// region: retry
// In production, store the key in your database.
keys.set(order, order);
const created = await lastmile.createBooking(
  {
    external_reference: order,
    pickup: {
      address: {
        line1: 'Haarlemmerstraat 75',
        city: 'Amsterdam',
        country: 'NL',
      },
      contact: {
        name: 'Canale Pizza',
        phone: '+31205550187',
      },
    },
    dropoff: {
      address: {
        line1: 'Roetersstraat 8-3',
        city: 'Amsterdam',
        country: 'NL',
      },
      contact: {
        name: 'Zoë van den Berg',
        phone: '+31205550123',
      },
    },
    packages: [{ size: 'medium' }],
    test_scenario: 'answer_lost',
  },
  {
    idempotencyKey: keys.get(order) as string,
    maxRetries: 5,
    timeoutMs: 20_000,
  },
);
// endregion
console.log(created.attempt);

// region: reference
const booking = await lastmile.getBookingDetails({
  id: `ref:${order}`,
});
// endregion
console.log(booking.status);

// IDs of the bookings that are not closed, each with the last known revision.
const unfinished = new Map([[booking.id, 0]]);

// region: sweep
for (const [id, revision] of unfinished) {
  const current = await lastmile.getBookingDetails({
    id,
  });
  if (current.revision <= revision) continue;
  if (current.phase === 'closed')
    unfinished.delete(id);
  else unfinished.set(id, current.revision);
}
// endregion

// region: cancel
const { fee } = booking.cancellation_policy;
try {
  const cancelled = await lastmile.cancelBooking({
    booking_id: booking.id,
    reason_code: 'customer_requested',
    expected_revision: booking.revision,
    ...(fee && { max_fee: fee }),
  });
  console.log(cancelled.status);
} catch (error) {
  if (
    !isLastmileProblem(
      error,
      'cancellation_fee_changed',
    )
  )
    throw error;
  console.log(
    'The cancellation fee is now:',
    error.problem.fee,
  );
}
// endregion
