import { describeRule, requestAt, withRequest, withResponse } from './rule-tester.js';

const closed = {
  type: 'object',
  additionalProperties: false,
  properties: { name: { type: 'string' } },
};
const message = 'A request object must have additionalProperties: false.';

describeRule('requests-closed', {
  accepts: {
    'a closed object': withRequest(closed),
    'a map without named properties': withRequest({
      type: 'object',
      additionalProperties: { type: 'string' },
    }),
    'an open object in a response': withResponse({ type: 'object', properties: {} }),
    'an object in the branch of a condition': withRequest({
      ...closed,
      if: { properties: { name: { const: 'a' } } },
      then: { required: ['name'] },
    }),
  },
  rejects: {
    'an open object': [
      withRequest({ type: 'object', properties: {} }),
      [`${requestAt}: ${message}`],
    ],
    'an open object inside a closed object': [
      withRequest({ ...closed, properties: { inner: { type: 'object', properties: {} } } }),
      [`${requestAt}/properties/inner: ${message}`],
    ],
    'an open object in a list, behind a reference': [
      withRequest(
        { type: 'array', items: { $ref: '#/components/schemas/Item' } },
        { Item: { properties: {} } },
      ),
      [`#/components/schemas/Item: ${message}`],
    ],
    'an object with named and additional properties': [
      withRequest({ ...closed, additionalProperties: { type: 'string' } }),
      [`${requestAt}: ${message}`],
    ],
  },
});
