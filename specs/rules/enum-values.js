import { documentRule } from './document-node.js';
import { enumValuesOf, everySchema } from './traversal.js';

const lowerSnake = /^[a-z0-9]+(_[a-z0-9]+)*$/;

/** String values of enums are lower_snake_case. */
export const enumValues = documentRule((root) => {
  for (const { schema } of everySchema(root)) {
    for (const value of enumValuesOf(schema).items()) {
      if (typeof value.value === 'string' && !lowerSnake.test(value.value))
        value.report(`The enum value '${value.value}' is not lower_snake_case.`);
    }
  }
});
