import {
  api,
  describeRule,
  requestAt,
  responseAt,
  withRequest,
  withResponse,
} from './rule-tester.js';

const status = {
  type: 'string',
  'x-extensible-enum': ['open', 'closed'],
  'x-enumDescriptions': { open: 'Open.', closed: 'Closed.' },
};
/** @param {Record<string, any>} schema */
const holding = (schema) => ({ type: 'object', properties: { status: schema } });
const ref = { $ref: '#/components/schemas/Status' };
const at = '#/components/schemas/Status';

describeRule('extensible-enums', {
  accepts: {
    'an extensible enum that is a component, in a response': withResponse(holding(ref), {
      Status: status,
    }),
    'a fixed enum in a request': withRequest(holding({ type: 'string', enum: ['open'] })),
  },
  rejects: {
    'an extensible enum in a request': [
      withRequest(holding(ref), { Status: status }),
      [`${at}: An extensible enum cannot be part of a request.`],
    ],
    'an inline extensible enum': [
      withResponse(holding(status)),
      [`${responseAt}/properties/status: An extensible enum must be a component.`],
    ],
    'x-extensible-enum that is not an array': [
      withResponse(holding(ref), { Status: { ...status, 'x-extensible-enum': true } }),
      [`${at}/x-extensible-enum: 'x-extensible-enum' must be an array of values.`],
    ],
    'an extensible enum with an additional enum, which validators treat as fixed': [
      withResponse(holding(ref), { Status: { ...status, enum: ['open', 'closed'] } }),
      [`${at}: An extensible enum must have 'type: string' and no 'enum'.`],
    ],
    'an extensible enum without x-enumDescriptions': [
      withResponse(holding(ref), { Status: { ...status, 'x-enumDescriptions': undefined } }),
      [`${at}: An extensible enum must describe its values in 'x-enumDescriptions'.`],
    ],
    'an extensible enum as a parameter': [
      api({
        paths: {
          '/thing': {
            get: {
              operationId: 'getThing',
              parameters: [{ name: 'status', in: 'query', schema: ref }],
              responses: {},
            },
          },
        },
        components: { schemas: { Status: status } },
      }),
      [`${at}: An extensible enum cannot be part of a request.`],
    ],
    'an inline extensible enum in a request, with two errors': [
      withRequest(holding(status)),
      [
        `${requestAt}/properties/status: An extensible enum must be a component.`,
        `${requestAt}/properties/status: An extensible enum cannot be part of a request.`,
      ],
    ],
  },
});
