import { api, describeRule } from './rule-tester.js';

const operation = { operationId: 'any', responses: {} };
const path = '/{partner_name}/cancel_booking';

describeRule('given-only', {
  accepts: {
    'an operation and a webhook of the source': api({
      paths: { [path]: { post: operation } },
      webhooks: { bookingUpdated: { post: operation } },
    }),
    'some of the operations of the source': api({}),
  },
  rejects: {
    'a path that the source does not have': [
      api({ paths: { '/{partner_name}/list_bookings': { get: operation } } }),
      [
        "#/paths/~1{partner_name}~1list_bookings: The source document does not define the path '/{partner_name}/list_bookings'.",
      ],
    ],
    'a renamed path parameter': [
      api({ paths: { '/{partner}/cancel_booking': { post: operation } } }),
      [
        "#/paths/~1{partner}~1cancel_booking: The source document does not define the path '/{partner}/cancel_booking'.",
      ],
    ],
    'a different method': [
      api({ paths: { [path]: { post: operation, delete: operation } } }),
      [
        "#/paths/~1{partner_name}~1cancel_booking/delete: The source document does not define DELETE for '/{partner_name}/cancel_booking'.",
      ],
    ],
    'a path of the other interface': [
      api({ paths: { '/menu': { post: operation } } }),
      ["#/paths/~1menu: The source document does not define the path '/menu'."],
    ],
    'an additional webhook': [
      api({ webhooks: { booking_created: { post: operation } } }),
      [
        "#/webhooks/booking_created/post: The source document does not define a webhook 'booking_created'.",
      ],
    ],
    'an unknown interface': [
      api({ 'x-interface': 'grocery' }),
      ["#/x-interface: 'x-interface' must be one of lastmile, marketplace."],
    ],
  },
});
