import { createLastmileClient } from '@delivery-api/lastmile-client';
import { events, signWebhook } from '@delivery-api/lastmile-client/testing';
import { checkResponse } from '@delivery-api/lastmile-client/validators';
import { unwrapWebhook } from '@delivery-api/lastmile-client/webhooks';
import { createMarketplaceClient } from '@delivery-api/marketplace-client';
import { unwrapWebhook as unwrapOrder } from '@delivery-api/marketplace-client/webhooks';

const token = 'test_token';
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const city = { city: 'Amsterdam', country: 'NL' };

/**
 * Uses both clients against a sandbox: a write, a read, a problem, and an event.
 *
 * @param {string} base URL of the sandbox
 * @param {string} reference external reference of the booking; no other booking may have it
 * @returns `'passed'`
 * @throws if a result differs from the expected one
 */
export async function check(base, reference) {
  const lastmile = createLastmileClient({
    baseUrl: `${base}/lastmile`,
    partnerName: 'acme',
    token,
    checkResponse,
  });
  const booking = await lastmile.createBooking({
    external_reference: reference,
    pickup: {
      address: { line1: 'Prinsengracht 263', ...city },
      contact: { name: 'Noor', phone: '+31205550100' },
    },
    dropoff: {
      address: { line1: 'Roetersstraat 8-3', ...city },
      contact: { name: 'Zoë', phone: '+31205550123' },
    },
    packages: [{ size: 'medium' }],
  });
  const read = await lastmile.getBookingDetails({ id: booking.id });
  expectEqual('dropoff.contact.name', read.dropoff.contact.name, 'Zoë');
  const error = await lastmile
    .getBookingDetails({ id: 'bkg_doesnotexist' })
    .catch((caught) => caught);
  if (!lastmile.getBookingDetails.isProblem(error, 'booking_not_found')) throw error;

  const marketplace = createMarketplaceClient({ baseUrl: `${base}/marketplace`, token });
  const store = await marketplace.getStore({ id: 'sto_01JD3M7X9KQA' });
  expectEqual('store.id', store.id, 'sto_01JD3M7X9KQA');

  const signed = await signWebhook(events.bookingUpdated.dinner_event_delivered, { secret });
  const { event } = await unwrapWebhook(signed.body, signed.headers, secret);
  expectEqual('event.type', event.type, 'bookingUpdated');
  const forged = await unwrapOrder(`${signed.body} `, signed.headers, secret).catch(
    (caught) => caught,
  );
  expectEqual('forged.code', forged.code, 'bad_signature');
  return 'passed';
}

function expectEqual(name, actual, expected) {
  if (actual !== expected) throw new Error(`${name} is ${actual}, not ${expected}.`);
}
