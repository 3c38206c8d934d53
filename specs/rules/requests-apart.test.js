import { describeRule, withOperation } from './rule-tester.js';

/** @param {string} requested @param {string} returned */
const document = (requested, returned) =>
  withOperation(
    {
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { address: { $ref: `#/components/schemas/${requested}` } },
            },
          },
        },
      },
      responses: {
        200: {
          description: 'Done.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { address: { $ref: `#/components/schemas/${returned}` } },
              },
            },
          },
        },
      },
    },
    {
      schemas: {
        Address: { type: 'object' },
        AddressInput: { type: 'object' },
        Currency: { type: 'string' },
      },
    },
  );

describeRule('requests-apart', {
  accepts: {
    'separate components for request and response': document('AddressInput', 'Address'),
    'one scalar component for both': document('Currency', 'Currency'),
  },
  rejects: {
    'one object component for both': [
      document('Address', 'Address'),
      [
        "#/components/schemas/Address: 'Address' is used in a request and in a response. Write a separate component for each.",
      ],
    ],
  },
});
