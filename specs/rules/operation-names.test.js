import { api, describeRule } from './rule-tester.js';

/** @param {string} operationId @param {string[]} tags */
const document = (operationId, tags) =>
  api({
    paths: { '/{partner_name}/create_booking': { post: { operationId, tags, responses: {} } } },
  });
const at = '#/paths/~1{partner_name}~1create_booking/post';

describeRule('operation-names', {
  accepts: {
    'the decided operationId with the tag of the source': document('createBooking', ['Bookings']),
    'a webhook with the tag Webhooks': api({
      webhooks: {
        bookingUpdated: {
          post: { operationId: 'bookingUpdated', tags: ['Webhooks'], responses: {} },
        },
      },
    }),
  },
  rejects: {
    'a different operationId': [
      document('create_booking', ['Bookings']),
      [`${at}/operationId: The operationId must be 'createBooking'.`],
    ],
    'a different tag': [
      document('createBooking', ['Booking']),
      [`${at}/tags: The only tag must be 'Bookings'.`],
    ],
    'an operation with two tags': [
      document('createBooking', ['Bookings', 'Webhooks']),
      [`${at}/tags: The only tag must be 'Bookings'.`],
    ],
    'a Marketplace webhook whose operationId is its key': [
      api({
        'x-interface': 'marketplace',
        webhooks: {
          order_created: {
            post: { operationId: 'order_created', tags: ['Webhooks'], responses: {} },
          },
        },
      }),
      ["#/webhooks/order_created/post/operationId: The operationId must be 'orderCreated'."],
    ],
  },
});
