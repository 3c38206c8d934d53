import { describeRule, requestAt, responseAt, withRequest, withResponse } from './rule-tester.js';

/** @param {string} outcome */
const branch = (outcome) => ({
  type: 'object',
  required: ['outcome'],
  properties: { outcome: { type: 'string', enum: [outcome] } },
});
const mapping = { yes: '#/components/schemas/Yes', no: '#/components/schemas/No' };
const estimate = {
  type: 'object',
  discriminator: { propertyName: 'outcome', mapping },
  oneOf: [{ $ref: mapping.yes }, { $ref: mapping.no }],
};
const ref = { $ref: '#/components/schemas/Estimate' };
/** @param {Record<string, any>} [changes] @param {Record<string, any>} [no] */
const document = (changes = {}, no = branch('no')) =>
  withResponse(ref, { Estimate: { ...estimate, ...changes }, Yes: branch('yes'), No: no });
const at = '#/components/schemas/Estimate';

describeRule('unions-discriminated', {
  accepts: {
    'an allowed union with a discriminator': document(),
    'an object without a union': withResponse({ type: 'object' }),
  },
  rejects: {
    'a union without a discriminator': [
      document({ discriminator: undefined }),
      [`${at}: A union must have a discriminator with propertyName and mapping.`],
    ],
    'a branch without the discriminator property': [
      document({}, { type: 'object' }),
      ["#/components/schemas/No: Each branch must require 'outcome', an enum with one value."],
    ],
    'a discriminator value in const, which many generators ignore': [
      document(
        {},
        {
          type: 'object',
          required: ['outcome'],
          properties: { outcome: { type: 'string', const: 'no' } },
        },
      ),
      ["#/components/schemas/No: Each branch must require 'outcome', an enum with one value."],
    ],
    'a union without a type': [
      document({ type: undefined }),
      [`${at}: A union must have 'type: object'.`],
    ],
    'a branch whose value is missing from the mapping': [
      document({}, branch('maybe')),
      ["#/components/schemas/No: The mapping must have an entry for 'maybe'."],
    ],
    'an additional entry in the mapping': [
      document({
        discriminator: {
          propertyName: 'outcome',
          mapping: { ...mapping, maybe: '#/components/schemas/No' },
        },
      }),
      [`${at}/discriminator: The mapping must have one entry for each branch.`],
    ],
    'a union that is not one of the allowed unions': [
      withResponse({ oneOf: [{ type: 'string' }] }),
      [
        `${responseAt}/oneOf: Only Estimate and Fulfillment (in responses) and SubmitMenuRequest (in requests) can be unions. Use one object.`,
      ],
    ],
    'a union in a request that is not one of the allowed unions': [
      withRequest({ oneOf: [{ type: 'string' }] }),
      [
        `${requestAt}/oneOf: Only Estimate and Fulfillment (in responses) and SubmitMenuRequest (in requests) can be unions. Use one object.`,
      ],
    ],
    allOf: [
      withResponse({ allOf: [{ type: 'object' }] }),
      [`${responseAt}/allOf: Write one flat object instead of 'allOf'.`],
    ],
    anyOf: [
      withRequest({ anyOf: [{ type: 'object' }] }),
      [`${requestAt}/anyOf: Write one flat object instead of 'anyOf'.`],
    ],
  },
});
