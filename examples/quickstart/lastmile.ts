// Requests an estimate, creates a booking, and advances it to `delivered`. Requires a running
// sandbox: npm start

// region: setup
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import {
  type BookingUpdatedEvent,
  createLastmileClient,
} from '@delivery-api/lastmile-client';
import { unwrapWebhook } from '@delivery-api/lastmile-client/webhooks';

const sandbox =
  process.env.SANDBOX_URL ?? 'http://localhost:4010';
const lastmile = createLastmileClient({
  baseUrl: `${sandbox}/lastmile`,
  partnerName: 'acme',
  token: 'test_token',
});
const control = (
  method: string,
  path: string,
  body: object,
) =>
  fetch(`${sandbox}/_sandbox/${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });
// endregion

// region: listen
const secret = `whsec_${randomBytes(32).toString('base64')}`;
const events: BookingUpdatedEvent['data'][] = [];
const receiver = createServer(
  async (request, response) => {
    const body = await buffer(request);
    const delivery = await unwrapWebhook(
      body,
      request.headers,
      [secret],
    ).catch(() => undefined);
    response.writeHead(delivery ? 204 : 400).end();
    const event = delivery?.event;
    if (event?.type === 'bookingUpdated')
      events.push(event.data);
  },
);
await new Promise<void>((resolve) =>
  receiver.listen(0, '127.0.0.1', resolve),
);
const { port } = receiver.address() as AddressInfo;
const target = {
  url: `http://127.0.0.1:${port}/`,
  secrets: [secret],
};
await control('PUT', 'webhooks', { lastmile: target });
console.log(`Listening at ${target.url}`);
// endregion

// region: estimate
const pickup = {
  address: {
    line1: 'Haarlemmerstraat 75',
    city: 'Amsterdam',
    country: 'NL',
  },
};
const dropoff = {
  address: {
    line1: 'Roetersstraat 8-3',
    city: 'Amsterdam',
    country: 'NL',
  },
};
const packages = [{ size: 'medium' as const }];
const estimate = await lastmile.createEstimate({
  pickup,
  dropoff,
  packages,
});
console.log(estimate.outcome);
if (estimate.outcome === 'serviceable')
  console.log(estimate.price.total);
// endregion

// region: book
const order = `A-${randomUUID()}`;
const booking = await lastmile.createBooking(
  {
    external_reference: order,
    estimate_id: estimate.id,
    pickup: {
      ...pickup,
      contact: {
        name: 'Canale Pizza',
        phone: '+31205550187',
      },
    },
    dropoff: {
      ...dropoff,
      contact: {
        name: 'Zoë van den Berg',
        phone: '+31205550123',
      },
    },
    packages,
  },
  { idempotencyKey: order },
);
console.log(booking.status);
// endregion

// region: advance
const { id } = booking;
await control('POST', `bookings/${id}/advance`, {
  to: 'delivered',
});
// endregion

// region: read
const read = await lastmile.getBookingDetails({ id });
console.log(read.status);
// endregion

// region: events
while (events.length < read.revision - 1)
  await setTimeout(50);
events.sort((a, b) => a.revision - b.revision);
console.log(events.map(({ status }) => status));
// endregion

// region: stop
await control('PUT', 'webhooks', { lastmile: null });
receiver.close();
// endregion
