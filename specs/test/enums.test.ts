import { expect, it } from 'vitest';
import {
  enumValuesOf,
  expandExtensibleEnums,
  isExtensibleEnum,
  ownDescription,
} from '../contract/enums.ts';
import { resolvePointer, toPointer } from '../contract/json.ts';
import { byName, componentName, contracts } from './support/contracts.ts';

const status = {
  type: 'string',
  description: 'Status of the parcel.\n',
  'x-extensible-enum': ['new', 'done'],
  'x-enumDescriptions': { new: 'Created.', done: 'Delivered.' },
  examples: ['done'],
};

it('the bundle expands an extensible enum for tools that ignore x-extensible-enum', () => {
  expect(expandExtensibleEnums({ schemas: { Status: status } })).toEqual({
    schemas: {
      Status: {
        ...status,
        maxLength: 64,
        pattern: '^[a-z0-9_]+$',
        description:
          'Status of the parcel.\n\nKnown values; later minor versions can add values:\n\n- `new`: Created.\n- `done`: Delivered.',
        examples: ['done', 'new'],
      },
    },
  });
});

it('the bundle does not change fixed enums, examples or extensions', () => {
  const document = {
    Phase: { type: 'string', enum: ['open'], description: 'Phase.' },
    examples: [{ 'x-extensible-enum': ['a'] }],
    'x-data': { 'x-extensible-enum': ['a'] },
  };
  expect(expandExtensibleEnums(document)).toEqual(document);
});

it('ownDescription returns the description without the value list that the bundle adds', () => {
  expect(ownDescription(expandExtensibleEnums(status))).toBe('Status of the parcel.');
  expect(ownDescription({ description: 'Plain.' })).toBe('Plain.');
});

it.each(byName)('the bundle of %s lists every value of each extensible enum', (_, contract) => {
  const extensible = [...contract.schemas].filter(([, schema]) => isExtensibleEnum(schema));
  expect(extensible.length).toBeGreaterThan(15);
  for (const [name, schema] of extensible) {
    for (const value of enumValuesOf(schema) ?? []) {
      expect(schema.description, name).toContain(`\n- \`${value}\`: `);
      expect(schema.examples, name).toContain(value);
    }
    expect(schema, name).not.toHaveProperty('enum');
  }
});

it.each([
  ['lastmile', 'ProblemReason', 'waypoint', 'UnserviceableReason'],
  ['marketplace', 'ProblemItem', 'entity_type', 'MenuFinding'],
  ['marketplace', 'ProblemBlocker', 'resolvable_by', 'StoreBlocker'],
])('%s: %s.%s has the same enum component as %s', (name, problem, property, resource) => {
  const document = contracts.find((contract) => contract.name === name)?.document;
  const enumOf = (schema: string): string | undefined =>
    componentName(
      resolvePointer(
        document ?? {},
        toPointer('components', 'schemas', schema, 'properties', property),
      ),
    );
  expect(enumOf(problem)).toBeDefined();
  expect(enumOf(problem)).toBe(enumOf(resource));
});
