import { api, describeRule } from './rule-tester.js';

const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
const parameters = names.map((name) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
}));
const schema = {
  type: 'object',
  required: ['type'],
  properties: { type: { type: 'string', const: 'bookingUpdated' } },
};
/** @param {Record<string, any>} body */
const sending = (body) => ({ requestBody: { content: { 'application/json': { schema: body } } } });
/** @param {Record<string, any>} parts */
const document = (parts) =>
  api({
    webhooks: {
      bookingUpdated: {
        post: {
          operationId: 'bookingUpdated',
          parameters,
          'x-webhook-delivery': {},
          ...sending(schema),
          responses: { 200: { description: 'Received.' }, 410: { description: 'Stop.' } },
          ...parts,
        },
      },
    },
  });
const at = '#/webhooks/bookingUpdated/post';
const body = `${at}/requestBody/content/application~1json/schema`;

describeRule('webhook-complete', {
  accepts: { 'a complete webhook': document({}) },
  rejects: {
    'a webhook without delivery rules': [
      document({ 'x-webhook-delivery': undefined }),
      [`${at}: The webhook 'bookingUpdated' has no delivery rules. Add x-webhook-delivery.`],
    ],
    'a header that is missing': [
      document({ parameters: parameters.slice(1) }),
      [`${at}: The webhook 'bookingUpdated' must have the webhook-id header.`],
    ],
    'a header that is optional': [
      document({
        parameters: parameters.map((one) => ({
          ...one,
          required: one.name !== 'webhook-signature',
        })),
      }),
      [`${at}: The webhook 'bookingUpdated' must have the webhook-signature header.`],
    ],
    'a webhook without a 410 response': [
      document({ responses: { 200: { description: 'Received.' } } }),
      [`${at}: The webhook 'bookingUpdated' must document the 410 response.`],
    ],
    'an event with a different type': [
      document(
        sending({ ...schema, properties: { type: { type: 'string', const: 'booking_updated' } } }),
      ),
      [`${body}: The events of 'bookingUpdated' must require 'type' with const: bookingUpdated.`],
    ],
    'an event without a type': [
      document(sending({ ...schema, required: [] })),
      [`${body}: The events of 'bookingUpdated' must require 'type' with const: bookingUpdated.`],
    ],
  },
});
