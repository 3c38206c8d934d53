import type { Schema } from '@delivery-api/specs/contract';
import { expect, test } from 'vitest';
import { textOf } from '../src/plain-reference/blocks.ts';
import { rules } from '../src/plain-reference/rules.ts';

const branch = {
  if: { required: ['a'] },
  then: { required: ['b', 'c'] },
  else: { required: ['d'] },
};

test.each([
  [{ not: { required: ['a', 'b'] } }, ['a and b are mutually exclusive.']],
  [{ dependentRequired: { a: ['b'] } }, ['a requires b.']],
  [branch, ['If a is present, b and c are required.', 'Otherwise, d is required.']],
  [
    {
      if: { properties: { a: { enum: ['x', 'y'] } } },
      then: { not: { required: ['b'] } },
      else: branch,
    },
    [
      'If a is x or y, b is absent.',
      'Otherwise, if a is present, b and c are required.',
      'Otherwise, d is required.',
    ],
  ],
])('the plain reference describes the constraints of the schema %j', (schema, expected) => {
  expect(rules(schema as Schema, 'Odd').map(textOf)).toEqual(expected);
});
