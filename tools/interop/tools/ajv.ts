import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Bundle, Tool } from '../tool.ts';
import { type Validate, validatorStep } from '../validator.ts';

/** Compiles the schemas in strict mode. Declares OpenAPI keywords, which Ajv otherwise rejects. */
function compile({ document }: Bundle): Validate {
  const { schemas } = document.components;
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
  const names = JSON.stringify(schemas).match(/(?<=")x-[\w-]+(?=":)/g) ?? [];
  for (const keyword of new Set(['components', 'discriminator', ...names])) ajv.addKeyword(keyword);
  ajv.addSchema({ $id: 'openapi', components: { schemas } });
  return (schema, value) =>
    ajv.validate({ $ref: `openapi#/components/schemas/${schema}` }, value)
      ? []
      : [ajv.errorsText()];
}

export const tool: Tool = { name: 'ajv', steps: [validatorStep(compile)] };
