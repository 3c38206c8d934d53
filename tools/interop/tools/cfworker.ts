import { Validator } from '@cfworker/json-schema';
import type { Bundle, Tool } from '../tool.ts';
import { type Validate, validatorStep } from '../validator.ts';

function compile({ document }: Bundle): Validate {
  const { schemas } = document.components;
  const validators = new Map<string, Validator>();
  return (schema, value) => {
    let validator = validators.get(schema);
    if (validator === undefined) {
      const root = { $ref: `#/components/schemas/${schema}`, components: { schemas } };
      validator = new Validator(root, '2020-12', false);
      validators.set(schema, validator);
    }
    const { valid, errors } = validator.validate(value);
    return valid
      ? []
      : errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
  };
}

export const tool: Tool = { name: '@cfworker/json-schema', steps: [validatorStep(compile)] };
