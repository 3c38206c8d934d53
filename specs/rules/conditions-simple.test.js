import { describeRule, requestAt, responseAt, withRequest, withResponse } from './rule-tester.js';

const properties = {
  phase: { type: 'string', enum: ['open', 'pickup'] },
  courier: { type: 'object' },
  note: { type: 'string' },
};
const condition = { title: 'phase: pickup', properties: { phase: { enum: ['pickup'] } } };
/** @param {Record<string, any>} parts */
const booking = (parts) => ({
  type: 'object',
  properties,
  if: condition,
  then: { required: ['courier'] },
  else: { title: 'phase: open' },
  ...parts,
});
const presence = { title: 'with a courier', required: ['courier'] };

describeRule('conditions-simple', {
  accepts: {
    'an if on a fixed enum with required in the branch': withResponse(booking({})),
    'a forbidden property in a branch': withResponse(
      booking({ then: { not: { required: ['note'] } } }),
    ),
    'a chain in else': withResponse(
      booking({
        else: {
          if: { title: 'phase: open', properties: { phase: { const: 'open' } } },
          then: { required: ['note'] },
        },
      }),
    ),
    'an if on presence in a request': withRequest({
      type: 'object',
      properties,
      if: presence,
      then: { required: ['note'] },
    }),
    'required names that are repeated for strict validators': withResponse(
      booking({
        then: {
          required: ['courier'],
          properties: { courier: { description: 'Repeated.' } },
          additionalProperties: true,
        },
      }),
    ),
    'repeated names in an if on presence and in not': withRequest({
      type: 'object',
      properties,
      if: { ...presence, properties: { courier: true } },
      then: { not: { required: ['note'], properties: { note: true } } },
    }),
    'a schema without conditions': withResponse({ type: 'object', properties }),
  },
  rejects: {
    'an if without a title': [
      withResponse(booking({ if: { properties: condition.properties } })),
      [`${responseAt}/if: 'if' needs a title; the reference shows it.`],
    ],
    'an else without a title': [
      withResponse(booking({ else: { required: ['note'] } })),
      [`${responseAt}/else: 'else' needs a title; the reference shows it.`],
    ],
    'an if on presence in a response': [
      withResponse({ type: 'object', properties, if: presence, then: { required: ['note'] } }),
      [`${responseAt}/if: An 'if' must test one fixed enum.`],
    ],
    'an if on an extensible enum': [
      withResponse(
        booking({
          properties: { ...properties, phase: { type: 'string', 'x-extensible-enum': ['pickup'] } },
        }),
      ),
      [`${responseAt}/if: 'phase' is not a fixed enum. A condition can test only fixed enums.`],
    ],
    'an if on a value that is not in the enum': [
      withRequest(
        booking({ if: { title: 'phase: gone', properties: { phase: { enum: ['gone'] } } } }),
      ),
      [`${requestAt}/if: 'gone' is not in the enum of 'phase'.`],
    ],
    'an if on two properties': [
      withResponse(
        booking({
          if: { title: 'both', properties: { phase: { const: 'open' }, note: { const: 'x' } } },
        }),
      ),
      [
        `${responseAt}/if: An 'if' must test only one property. Chain further conditions in 'else'.`,
      ],
    ],
    'a branch that excludes other properties': [
      withResponse(booking({ then: { required: ['courier'], additionalProperties: false } })),
      [
        `${responseAt}/then: 'then' must contain only required and not: {required}, not 'additionalProperties'.`,
      ],
    ],
    'properties in a branch': [
      withResponse(booking({ then: { properties: { courier: { type: 'object' } } } })),
      [
        `${responseAt}/then: 'then' must contain only required and not: {required}, not 'properties'.`,
      ],
    ],
    'an unknown value in the second condition of a chain': [
      withResponse(
        booking({
          else: {
            if: { title: 'phase: gone', properties: { phase: { const: 'gone' } } },
            then: { required: ['note'] },
          },
        }),
      ),
      [`${responseAt}/else/if: 'gone' is not in the enum of 'phase'.`],
    ],
    'an unknown value in a condition within then': [
      withResponse(
        booking({
          then: {
            required: ['note'],
            if: { title: 'phase: gone', properties: { phase: { const: 'gone' } } },
            then: { required: ['courier'] },
          },
        }),
      ),
      [`${responseAt}/then/if: 'gone' is not in the enum of 'phase'.`],
    ],
    'a then without an if': [
      withResponse({ type: 'object', properties, then: { required: ['note'] } }),
      [`${responseAt}: 'then' and 'else' need an 'if'.`],
    ],
  },
});
