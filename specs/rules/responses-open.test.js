import {
  describeRule,
  eventAt,
  responseAt,
  withEvent,
  withRequest,
  withResponse,
} from './rule-tester.js';

describeRule('responses-open', {
  accepts: {
    'an open object': withResponse({ type: 'object', properties: {} }),
    'a map': withResponse({ type: 'object', additionalProperties: { type: 'string' } }),
    'a closed object in a request': withRequest({ type: 'object', additionalProperties: false }),
  },
  rejects: {
    'a closed response object': [
      withResponse({ type: 'object', additionalProperties: false }),
      [
        `${responseAt}/additionalProperties: A response object must not have additionalProperties: false.`,
      ],
    ],
    'a closed nested object': [
      withResponse({
        type: 'object',
        properties: { a: { type: 'object', unevaluatedProperties: false } },
      }),
      [
        `${responseAt}/properties/a/unevaluatedProperties: A response object must not have unevaluatedProperties: false.`,
      ],
    ],
    'a closed event': [
      withEvent({ type: 'object', additionalProperties: false }),
      [
        `${eventAt}/additionalProperties: A response object must not have additionalProperties: false.`,
      ],
    ],
  },
});
