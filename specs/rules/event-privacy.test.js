import { describeRule, eventAt, withEvent } from './rule-tester.js';

const event = {
  type: 'object',
  properties: {
    data: { type: 'object', properties: { pickup: { $ref: '#/components/schemas/Stop' } } },
  },
};
/** @param {string} field */
const stop = (field) => ({ Stop: { type: 'object', properties: { [field]: { type: 'string' } } } });
/** @param {string} field */
const found = (field) => [
  `#/components/schemas/Stop/properties/${field}: The event 'bookingUpdated' must not contain '${field}'.`,
];

describeRule('event-privacy', {
  accepts: {
    'a property name without a forbidden word': withEvent(
      event,
      'bookingUpdated',
      stop('arrived_at'),
    ),
    'a forbidden word inside a longer word': withEvent(event, 'bookingUpdated', stop('pinned_at')),
    'any property name in order_created, which contains the whole order': withEvent(
      event,
      'order_created',
      stop('phone'),
    ),
  },
  rejects: Object.fromEntries(
    [
      'phone',
      'contact',
      'email',
      'address',
      'notes',
      'courier_instructions',
      'items',
      'proof_url',
      'proofs',
      'pin',
    ].map((field) => [
      `'${field}' in a nested object`,
      [withEvent(event, 'bookingUpdated', stop(field)), found(field)],
    ]),
  ),
});

describeRule('event-privacy', {
  accepts: {},
  rejects: {
    'a forbidden field at the top level': [
      withEvent({ type: 'object', properties: { email: { type: 'string' } } }),
      [`${eventAt}/properties/email: The event 'bookingUpdated' must not contain 'email'.`],
    ],
  },
});
