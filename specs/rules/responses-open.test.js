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
        `${responseAt}/additionalProperties: An object of a response must stay open: no additionalProperties: false.`,
      ],
    ],
    'a closed nested object': [
      withResponse({
        type: 'object',
        properties: { a: { type: 'object', unevaluatedProperties: false } },
      }),
      [
        `${responseAt}/properties/a/unevaluatedProperties: An object of a response must stay open: no unevaluatedProperties: false.`,
      ],
    ],
    'a closed event': [
      withEvent({ type: 'object', additionalProperties: false }),
      [
        `${eventAt}/additionalProperties: An object of a response must stay open: no additionalProperties: false.`,
      ],
    ],
  },
});
