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
    'the one permission': document([{ bearer: ['bookings:write'] }]),
    'a webhook without any': webhook([]),
  },
  refuses: {
    'no permission': [document([{ bearer: [] }]), finding],
    'two permissions': [document([{ bearer: ['bookings:write', 'bookings:read'] }]), finding],
    'another permission': [document([{ bearer: ['bookings:read'] }]), finding],
    'an operation for anybody': [document([]), finding],
    'nothing said': [document(undefined), finding],
    'a webhook with a token': [
      webhook([{ bearer: [] }]),
      [
        "#/webhooks/bookingUpdated/post/security: The webhook 'bookingUpdated' is signed, and requires no permission. Set security: [].",
      ],
    ],
  },
});
