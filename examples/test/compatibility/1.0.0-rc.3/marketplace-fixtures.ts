import { events, fixtures, marketplaceHandlers, signWebhook } from '@delivery-api/marketplace-client/testing';
import { http } from 'msw';
import { setupServer } from 'msw/node';

const api = marketplaceHandlers(http, 'https://api.example.com/marketplace/v1');
const server = setupServer(...api.all()); // every operation answers its success
server.use(api.setOrderStatus(409, 'invalid_transition')); // any documented status and example
console.log(fixtures.getOrder.answers[200].dinner_created.status);

const secret = 'whsec_bWFya2V0cGxhY2UtcmVhZG1lLXNlY3JldC0x';
const { body, headers } = await signWebhook(events.order_created.dinner_event, { secret });
console.log(body.length > 0, headers['webhook-id']);
