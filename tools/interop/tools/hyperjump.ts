import { registerSchema, type SchemaObject, validate } from '@hyperjump/json-schema/draft-2020-12';
import type { Bundle, Tool } from '../tool.ts';
import { type Validate, validatorStep } from '../validator.ts';

async function compile({ name, document }: Bundle): Promise<Validate> {
  const base = `https://interop.example/${name}`;
  const { schemas } = document.components;
  registerSchema({ components: { schemas } } as SchemaObject, base, document.jsonSchemaDialect);
  return async (schema, value) => {
    const output = await validate(`${base}#/components/schemas/${schema}`, value as never, 'BASIC');
    if (output.valid) return [];
    const [error] = output.errors ?? [];
    return [`${error?.instanceLocation ?? ''} does not match ${error?.absoluteKeywordLocation}`];
  };
}

export const tool: Tool = { name: '@hyperjump/json-schema', steps: [validatorStep(compile)] };
