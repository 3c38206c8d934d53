import { describeRule, requestAt, withRequest, withResponse } from './rule-tester.js';

/** @param {Record<string, any>} property */
const having = (property) => ({ type: 'object', properties: { thing: property } });
const whole = { type: 'string', maxLength: 64, description: 'What it means.', examples: ['a'] };
const at = `${requestAt}/properties/thing`;

describeRule('properties-complete', {
  accepts: {
    'a property with a description, a constraint and an example': withRequest(having(whole)),
    'a reference to a complete component': withResponse(
      having({ $ref: '#/components/schemas/Name' }),
      { Name: whole },
    ),
    'a reference with its own description': withResponse(
      having({ $ref: '#/components/schemas/Name', description: 'Whose.' }),
      { Name: { ...whole, description: undefined } },
    ),
    'a boolean and a fixed enum without examples': withRequest({
      type: 'object',
      properties: {
        flag: { type: 'boolean', description: 'Whether.' },
        kind: { type: 'string', enum: ['a'], description: 'Which.' },
      },
    }),
    'an extensible enum': withResponse(
      having({ type: 'string', 'x-extensible-enum': ['a'], description: 'Which.' }),
    ),
    'a nullable scalar': withResponse(having({ ...whole, type: ['string', 'null'] })),
    'an undescribed property in an if': withResponse({
      ...having(whole),
      if: { properties: { thing: { const: 'a' } } },
      then: { required: ['thing'] },
    }),
  },
  rejects: {
    'a property without a description': [
      withRequest(having({ ...whole, description: undefined })),
      [`${at}: The property 'thing' has no description.`],
    ],
    'a string without a constraint': [
      withRequest(having({ ...whole, maxLength: undefined })),
      [`${at}: The property 'thing' (string) has no constraint.`],
    ],
    'a number without a constraint': [
      withRequest(having({ type: 'integer', description: 'How many.', examples: [1] })),
      [`${at}: The property 'thing' (integer) has no constraint.`],
    ],
    'a list without a constraint': [
      withRequest(
        having({ type: 'array', description: 'All.', items: { type: 'string', maxLength: 1 } }),
      ),
      [`${at}: The property 'thing' (array) has no constraint.`],
    ],
    'a property without an example': [
      withRequest(having({ ...whole, examples: undefined })),
      [`${at}: The property 'thing' has no examples.`],
    ],
    'a reference to a component without a description': [
      withResponse(having({ $ref: '#/components/schemas/Name' }), {
        Name: { ...whole, description: undefined },
      }),
      ["#/components/schemas/Name: The property 'thing' has no description."],
    ],
  },
});
