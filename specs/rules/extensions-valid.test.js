import { api, describeRule, responseAt, withOperation, withResponse } from './rule-tester.js';

const limits = { rate: { requests: 120, per_seconds: 60, per: 'partner' }, timeout_seconds: 20 };

describeRule('extensions-valid', {
  accepts: {
    'an extension that is valid against its schema': withOperation({ 'x-limits': limits }),
    'an extension whose value is a reference': withOperation(
      { 'x-limits': { $ref: '#/components/x-limits' } },
      { 'x-limits': limits },
    ),
    'a document with only x-interface': api({}),
    'x- members in examples': withResponse({
      type: 'object',
      example: { 'x-anything': 1 },
    }),
  },
  rejects: {
    'an unknown extension': [
      api({ 'x-colour': 'red' }),
      [
        "#/x-colour: The extension 'x-colour' is unknown. Add its schema in specs/rules/extensions/x-colour.schema.json.",
      ],
    ],
    'an unknown member': [
      withOperation({ 'x-limits': { ...limits, burst: 3 } }),
      ["#/paths/~1thing/post/x-limits: x-limits must NOT have additional properties: 'burst'."],
    ],
    'an invalid value': [
      withOperation({
        'x-limits': { ...limits, rate: { requests: 0, per_seconds: 60, per: 'partner' } },
      }),
      ['#/paths/~1thing/post/x-limits/rate/requests: x-limits.rate.requests must be >= 1.'],
    ],
    'an unknown interface': [
      api({ 'x-interface': 'grocery' }),
      [
        '#/x-interface: x-interface must be equal to one of the allowed values: lastmile, marketplace.',
      ],
    ],
    'an invalid extension inside a schema': [
      withResponse({ type: 'string', 'x-enumDescriptions': {} }),
      [
        `${responseAt}/x-enumDescriptions: x-enumDescriptions must NOT have fewer than 1 properties.`,
      ],
    ],
  },
});
