import { api, describeRule, requestAt, withRequest } from './rule-tester.js';

/** @param {string} description */
const describing = (description) => api({ info: { title: 'Test', version: '1.0.0', description } });
/** @param {string} name */
const having = (name) =>
  withRequest({ type: 'object', properties: { [name]: { type: 'string' } } });

describeRule('spelling', {
  accepts: {
    'the required spellings': describing(
      'Cancelled on cancellation, fulfilled by fulfillment, from pickup to dropoff.',
    ),
    'verbs that are two words, and a synonym in a text': describing(
      'The courier picks it up and drops it off; a driver is a courier with a car.',
    ),
    'names with the required words': having('cancelled_by'),
  },
  rejects: {
    canceled: [
      describing('It was canceled.'),
      ["#/info/description: Write 'cancelled, cancelling, cancellation', not 'canceled'."],
    ],
    fulfilment: [
      having('fulfilment'),
      [`${requestAt}/properties/fulfilment: Write 'fulfillment, fulfill', not 'fulfilment'.`],
    ],
    drop_off: [
      having('drop_off_at'),
      [`${requestAt}/properties/drop_off_at: Write 'dropoff', not 'drop_off'.`],
    ],
    'pick-up': [
      describing('The pick-up failed.'),
      ["#/info/description: Write 'pickup', not 'pick-up'."],
    ],
    'the synonym driver in a name': [
      having('driver_name'),
      [`${requestAt}/properties/driver_name: Write 'courier', not 'driver'.`],
    ],
    'a wrong spelling in an enum value': [
      withRequest({ type: 'string', enum: ['canceled'] }),
      [`${requestAt}/enum/0: Write 'cancelled, cancelling, cancellation', not 'canceled'.`],
    ],
  },
});
