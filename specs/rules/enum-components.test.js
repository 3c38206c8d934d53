import {
  describeRule,
  requestAt,
  responseAt,
  withEvent,
  withOperation,
  withRequest,
  withResponse,
} from './rule-tester.js';

const phase = { type: 'string', enum: ['open', 'closed'] };
/** @param {Record<string, any>} properties */
const object = (properties) => ({ type: 'object', properties });
const message = "Make this enum a component, and refer to it with '$ref'.";

describeRule('enum-components', {
  accepts: {
    'an enum that is a component': withResponse(
      object({ phase: { $ref: '#/components/schemas/Phase' } }),
      { Phase: phase },
    ),
    'the enum of a discriminator, which has one value': withResponse(
      object({ type: { type: 'string', enum: ['menu'] } }),
    ),
    'an enum in a condition': withResponse({
      type: 'object',
      if: object({ phase }),
      then: { required: ['closed_at'] },
    }),
  },
  rejects: {
    'the enum of a property': [
      withRequest(object({ phase })),
      [`${requestAt}/properties/phase: ${message}`],
    ],
    'the enum of the items of a list': [
      withResponse(object({ phases: { type: 'array', items: phase } })),
      [`${responseAt}/properties/phases/items: ${message}`],
    ],
    'the enum of a property of a component, once': [
      withEvent(
        object({
          first: { $ref: '#/components/schemas/Part' },
          second: { $ref: '#/components/schemas/Part' },
        }),
        'bookingUpdated',
        { Part: object({ phase }) },
      ),
      [`#/components/schemas/Part/properties/phase: ${message}`],
    ],
    'the enum of a parameter': [
      withOperation({ parameters: [{ name: 'phase', in: 'query', schema: phase }] }),
      [`#/paths/~1thing/post/parameters/0/schema: ${message}`],
    ],
  },
});
