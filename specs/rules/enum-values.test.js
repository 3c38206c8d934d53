import { describeRule, requestAt, responseAt, withRequest, withResponse } from './rule-tester.js';

describeRule('enum-values', {
  accepts: {
    'a value in snake_case': withRequest({ type: 'string', enum: ['picked_up', 'scheduled'] }),
    'null and numbers': withRequest({ type: ['integer', 'null'], enum: [1, null] }),
  },
  rejects: {
    'a value with capitals': [
      withRequest({ type: 'string', enum: ['picked_up', 'READY'] }),
      [`${requestAt}/enum/1: The enum value 'READY' is not lower_snake_case.`],
    ],
    'a value in camelCase': [
      withRequest({ type: 'string', enum: ['pickedUp'] }),
      [`${requestAt}/enum/0: The enum value 'pickedUp' is not lower_snake_case.`],
    ],
    'an extensible enum with an invalid value': [
      withResponse({ type: 'string', 'x-extensible-enum': ['READY'] }),
      [`${responseAt}/x-extensible-enum/0: The enum value 'READY' is not lower_snake_case.`],
    ],
    'a value in kebab-case': [
      withRequest({ type: 'string', enum: ['picked-up'] }),
      [`${requestAt}/enum/0: The enum value 'picked-up' is not lower_snake_case.`],
    ],
  },
});
