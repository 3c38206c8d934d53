import { describeRule, withOperation } from './rule-tester.js';

/** @param {string} asked @param {string} answered */
const document = (asked, answered) =>
  withOperation(
    {
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { address: { $ref: `#/components/schemas/${asked}` } },
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
                properties: { address: { $ref: `#/components/schemas/${answered}` } },
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
    'one component for each side': document('AddressInput', 'Address'),
    'one scalar for both, which is neither open nor closed': document('Currency', 'Currency'),
  },
  refuses: {
    'one object for both': [
      document('Address', 'Address'),
      [
        "#/components/schemas/Address: 'Address' is used in a request and in a response. Write one for each.",
      ],
    ],
  },
});
