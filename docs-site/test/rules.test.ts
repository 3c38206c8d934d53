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
  [{ not: { required: ['a', 'b'] } }, ['a and b exclude each other.']],
  [{ dependentRequired: { a: ['b'] } }, ['a comes with b.']],
  [branch, ['When a is given, b and c are required.', 'Otherwise d is required.']],
  [
    {
      if: { properties: { a: { enum: ['x', 'y'] } } },
      then: { not: { required: ['b'] } },
      else: branch,
    },
    [
      'When a is x or y, b is absent.',
      'Otherwise, when a is given, b and c are required.',
      'Otherwise d is required.',
    ],
  ],
])('the plain reference describes the constraints of the schema %j', (schema, expected) => {
  expect(rules(schema as Schema, 'Odd').map(textOf)).toEqual(expected);
});
