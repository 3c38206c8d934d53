import { describeRule, responseAt, withResponse } from './rule-tester.js';

const base = {
  type: 'object',
  properties: { phase: { type: 'string' }, courier: { type: 'object' } },
};

describeRule('required-is-defined', {
  accepts: {
    'a property of the same schema': withResponse({ ...base, required: ['phase'] }),
    'a property of the parent schema in then, else and not': withResponse({
      ...base,
      if: { required: ['phase'] },
      then: { required: ['courier'] },
      else: { not: { required: ['courier'] } },
    }),
    'a chain of conditions': withResponse({
      ...base,
      if: { required: ['phase'] },
      else: { if: { required: ['courier'] }, then: { required: ['phase'] } },
    }),
  },
  rejects: {
    'an undefined property': [
      withResponse({ ...base, required: ['phase', 'fee'] }),
      [`${responseAt}/required/1: Required property 'fee' is not defined.`],
    ],
    'an undefined property in a branch': [
      withResponse({ ...base, if: { required: ['phase'] }, then: { required: ['fee'] } }),
      [`${responseAt}/then/required/0: Required property 'fee' is not defined.`],
    ],
    'a property of the parent schema in a nested object': [
      withResponse({
        ...base,
        properties: {
          ...base.properties,
          inner: { type: 'object', properties: {}, required: ['phase'] },
        },
      }),
      [`${responseAt}/properties/inner/required/0: Required property 'phase' is not defined.`],
    ],
  },
});
