import { events, fixtures, lastmileHandlers, signWebhook } from '@delivery-api/lastmile-client/testing';
import { http } from 'msw';
import { setupServer } from 'msw/node';

const api = lastmileHandlers(http, 'https://api.example.com/lastmile/v1');
const server = setupServer(...api.all()); // every operation answers its success
server.use(api.createBooking(409, 'duplicate_external_reference')); // any documented status and example
console.log(fixtures.createBooking.answers[201].dinner_searching.status);

const secret = 'whsec_bGFzdG1pbGUtcHVibGlzaGVkLXRlc3Qtc2VjcmV0LTE=';
const { body, headers } = await signWebhook(events.bookingUpdated.dinner_event_delivered, { secret });
console.log(body.length > 0, headers['webhook-id']);
