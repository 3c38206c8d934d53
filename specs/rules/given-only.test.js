import { api, describeRule } from './rule-tester.js';

const operation = { operationId: 'any', responses: {} };
const path = '/{partner_name}/cancel_booking';

describeRule('given-only', {
  accepts: {
    'an operation and a webhook of the tables': api({
      paths: { [path]: { post: operation } },
      webhooks: { bookingUpdated: { post: operation } },
    }),
    'only some of them': api({}),
  },
  refuses: {
    'a path that the source does not have': [
      api({ paths: { '/{partner_name}/list_bookings': { get: operation } } }),
      [
        "#/paths/~1{partner_name}~1list_bookings: The source does not give the path '/{partner_name}/list_bookings'.",
      ],
    ],
    'another name of a path parameter': [
      api({ paths: { '/{partner}/cancel_booking': { post: operation } } }),
      [
        "#/paths/~1{partner}~1cancel_booking: The source does not give the path '/{partner}/cancel_booking'.",
      ],
    ],
    'another method': [
      api({ paths: { [path]: { post: operation, delete: operation } } }),
      [
        "#/paths/~1{partner_name}~1cancel_booking/delete: The source does not give DELETE for '/{partner_name}/cancel_booking'.",
      ],
    ],
    'a path of the other interface': [
      api({ paths: { '/menu': { post: operation } } }),
      ["#/paths/~1menu: The source does not give the path '/menu'."],
    ],
    'another webhook': [
      api({ webhooks: { booking_created: { post: operation } } }),
      ["#/webhooks/booking_created/post: The source does not give a webhook 'booking_created'."],
    ],
    'an unknown interface': [
      api({ 'x-interface': 'grocery' }),
      ["#/x-interface: 'x-interface' must be one of lastmile, marketplace."],
    ],
  },
});
