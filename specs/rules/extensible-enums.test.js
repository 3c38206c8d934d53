import {
  api,
  describeRule,
  requestAt,
  responseAt,
  withRequest,
  withResponse,
} from './rule-tester.js';

const status = { type: 'string', enum: ['open', 'closed'], 'x-extensible-enum': true };
/** @param {Record<string, any>} schema */
const holding = (schema) => ({ type: 'object', properties: { status: schema } });
const ref = { $ref: '#/components/schemas/Status' };
const at = '#/components/schemas/Status';

describeRule('extensible-enums', {
  accepts: {
    'a component in a response': withResponse(holding(ref), { Status: status }),
    'a closed enum in a request': withRequest(holding({ type: 'string', enum: ['open'] })),
  },
  refuses: {
    'an extensible enum in a request': [
      withRequest(holding(ref), { Status: status }),
      [`${at}: An extensible enum cannot be part of a request.`],
    ],
    'an extensible enum written in place': [
      withResponse(holding(status)),
      [`${responseAt}/properties/status: An extensible enum has to be a component of its own.`],
    ],
    'a list of values as the mark': [
      withResponse(holding(ref), { Status: { ...status, 'x-extensible-enum': ['open'] } }),
      [`${at}/x-extensible-enum: 'x-extensible-enum' is \`true\` or absent.`],
    ],
    'a mark without an enum': [
      withResponse(holding(ref), { Status: { type: 'string', 'x-extensible-enum': true } }),
      [`${at}: An extensible enum has type: string and an enum of what is known now.`],
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
    'an extensible enum written in place in a request, for both reasons': [
      withRequest(holding(status)),
      [
        `${requestAt}/properties/status: An extensible enum has to be a component of its own.`,
        `${requestAt}/properties/status: An extensible enum cannot be part of a request.`,
      ],
    ],
  },
});
