import { api, describeRule } from './rule-tester.js';

/** @param {any} security */
const document = (security) =>
  api({
    paths: {
      '/{partner_name}/create_booking': {
        post: { operationId: 'createBooking', security, responses: {} },
      },
    },
  });
const finding = [
  "#/paths/~1{partner_name}~1create_booking/post/security: 'createBooking' must require exactly one permission: security: [{bearer: ['bookings:write']}].",
];
/** @param {any} security */
const webhook = (security) =>
  api({ webhooks: { bookingUpdated: { post: { security, responses: {} } } } });

describeRule('permissions-named', {
  accepts: {
    'the expected permission': document([{ bearer: ['bookings:write'] }]),
    'a webhook without permissions': webhook([]),
  },
  rejects: {
    'an operation without a permission': [document([{ bearer: [] }]), finding],
    'an operation with two permissions': [
      document([{ bearer: ['bookings:write', 'bookings:read'] }]),
      finding,
    ],
    'a different permission': [document([{ bearer: ['bookings:read'] }]), finding],
    'an operation with empty security': [document([]), finding],
    'an operation without security': [document(undefined), finding],
    'a webhook with permissions': [
      webhook([{ bearer: [] }]),
      [
        "#/webhooks/bookingUpdated/post/security: The webhook 'bookingUpdated' is signed, and requires no permission. Set security: [].",
      ],
    ],
  },
});
