import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/model.ts';
import { omitRepeatedNames, repeatRequiredNames } from '../contract/strict-conditions.ts';

const extensions = (node: unknown, found = new Set<string>()): Set<string> => {
  if (typeof node === 'object' && node !== null)
    for (const [key, value] of Object.entries(node))
      if (key.startsWith('x-')) found.add(key);
      else extensions(value, found);
  return found;
};

/**
 * Returns the error message of Ajv in strict mode without `strictTypes`; undefined if the schema
 * compiles.
 */
function strictError(schemas: JsonObject, name: string): string | undefined {
  const ajv = new Ajv2020({ strict: true, strictTypes: false });
  addFormats.default(ajv);
  ajv.addFormat('int64', { type: 'number', validate: Number.isInteger });
  for (const keyword of ['components', 'discriminator', ...extensions(schemas)])
    ajv.addKeyword(keyword);
  try {
    ajv.compile({ components: { schemas }, $ref: `#/components/schemas/${name}` });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe.each(['lastmile', 'marketplace'])('the %s schemas', (interfaceName) => {
  // Reads the file directly, because the reader removes the names that only strict validators need.
  const bundle = JSON.parse(
    readFileSync(new URL(`../dist/${interfaceName}.json`, import.meta.url), 'utf8'),
  );
  const schemas = bundle.components.schemas as JsonObject;
  it.each(Object.keys(schemas))('Ajv compiles %s in strict mode without strictTypes', (name) => {
    expect(strictError(schemas, name)).toBeUndefined();
  });
});

const condition = {
  if: { title: 'with a courier', required: ['courier'] },
  then: { not: { anyOf: [{ required: ['note'] }] } },
};
const repeatedName = (name: string) => ({
  properties: { [name]: { description: 'Repeated for validators in strict mode.' } },
  additionalProperties: true,
});
const repeated = {
  if: { title: 'with a courier', required: ['courier'], ...repeatedName('courier') },
  then: { not: { anyOf: [{ required: ['note'], ...repeatedName('note') }] } },
};
// Here, `if` and `required` are also property names.
const thing = {
  type: 'object',
  required: ['courier'],
  properties: { if: { type: 'string' }, required: { type: 'array', items: condition } },
};

it('the bundle repeats required names only in conditions, and the reader removes the repetitions', () => {
  const expected = {
    ...thing,
    ...repeated,
    properties: { ...thing.properties, required: { type: 'array', items: repeated } },
  };
  expect(repeatRequiredNames({ ...thing, ...condition })).toEqual(expected);
  expect(omitRepeatedNames(expected)).toEqual({ ...thing, ...condition });
});
