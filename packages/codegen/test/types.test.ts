import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { generateTypes } from '../src/index.ts';
import { bookingPaths, bookingSchemas, contractWith } from './support/small-contract.ts';

const withoutCommentsAndSpaces = (source: string) =>
  source.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');
const typesOf = async (schemas: JsonObject, file = 'schemas.ts') =>
  withoutCommentsAndSpaces((await generateTypes(contractWith(schemas))).get(file) ?? '');

const phase = {
  type: 'string',
  enum: ['open', 'transit', 'closed'],
  description: 'Phase.',
};
const text = { type: 'string' };

describe('conditions', () => {
  const properties = {
    phase: { $ref: '#/components/schemas/Phase' },
    courier: text,
    ended_at: text,
  };
  it.each([
    [
      'narrow on values of a fixed enum, with the rest in else',
      {
        if: { properties: { phase: { enum: ['transit'] } } },
        then: { required: ['courier'] },
        else: { title: 'rest' },
      },
      '({ "phase": "transit"; "courier": {}; } | { "phase": "open" | "closed"; })',
    ],
    [
      'can form a chain',
      {
        if: { properties: { phase: { const: 'transit' } } },
        then: { required: ['courier'] },
        else: {
          if: { properties: { phase: { const: 'closed' } } },
          then: { required: ['ended_at'] },
        },
      },
      '({ "phase": "transit"; "courier": {}; } | { "phase": "closed"; "ended_at": {}; } | { "phase": "open"; })',
    ],
    [
      'can require exactly one of two properties',
      {
        if: { required: ['courier'] },
        then: { not: { required: ['ended_at'] } },
        else: { required: ['ended_at'] },
      },
      '({ "courier": {}; "ended_at"?: never; } | { "ended_at": {}; "courier"?: never; })',
    ],
  ])('conditions %s', async (_, condition, expected) => {
    const source = await typesOf({
      Phase: phase,
      Thing: { type: 'object', properties, ...condition },
    });
    expect(source).toContain(expected);
  });

  it('conditions do not change the properties', async () => {
    const condition = {
      if: { properties: { phase: { const: 'transit' } } },
      then: { required: ['courier'] },
    };
    const source = await typesOf({
      Phase: phase,
      Thing: { type: 'object', properties, ...condition },
    });
    expect(source).toContain('courier?: string; ended_at?: string; } & (');
  });

  it.each([
    [
      'an if with two properties',
      {
        if: { properties: { phase: { const: 'open' }, courier: { const: 'x' } } },
        then: { required: ['courier'] },
      },
      /Thing.*must test the values of one property/,
    ],
    [
      'an if with a string that is not an enum',
      { if: { properties: { courier: { const: 'x' } } }, then: { required: ['phase'] } },
      /courier.*only a fixed enum/,
    ],
    [
      'a condition in a nested object',
      {
        properties: {
          phase: { type: 'object', if: { required: ['a'] }, then: { required: ['b'] } },
        },
      },
      /Thing\/properties\/phase.*Make it a component/,
    ],
    [
      'properties in a branch',
      { if: { properties: { phase: { const: 'open' } } }, then: { properties: { courier: text } } },
      /Thing.*found `properties`/,
    ],
  ])(
    'conditions with %s are rejected with an error that names the schema',
    async (_, condition, message) => {
      await expect(
        generateTypes(
          contractWith({ Phase: phase, Thing: { type: 'object', properties, ...condition } }),
        ),
      ).rejects.toThrow(message);
    },
  );
});

describe('types', () => {
  it('types accept unknown values of an extensible enum, and list the known values', async () => {
    const schemas = {
      Status: {
        type: 'string',
        'x-extensible-enum': ['new', 'done'],
        description: 'Status.',
      },
      Phase: phase,
    };
    expect(await typesOf(schemas)).toContain('Status = "new" | "done" | (string & {});');
    expect(await typesOf(schemas)).toContain('Phase = "open" | "transit" | "closed";');
    expect(await typesOf(schemas, 'enums.ts')).toContain(
      "export const statusValues = [ 'new', 'done', ] as const satisfies readonly Status[];",
    );
  });

  it('types keep a property optional if it has a default', async () => {
    expect(
      await typesOf({
        Thing: { type: 'object', properties: { size: { type: 'integer', default: 1 } } },
      }),
    ).toContain('size?: number;');
  });

  it('types narrow a problem response to its codes', async () => {
    const files = await generateTypes(contractWith(bookingSchemas, bookingPaths));
    expect(withoutCommentsAndSpaces(files.get('openapi.ts') ?? '')).toContain(
      '"application/problem+json": Problems["revision_conflict"];',
    );
    expect(withoutCommentsAndSpaces(files.get('problems.ts') ?? '')).toContain(
      "revision_conflict: Problem & { code: 'revision_conflict'; status: 409; retryable: false; current_revision: {} };",
    );
  });

  it('types contain the description of each schema and property', async () => {
    const files = await generateTypes(contractWith(bookingSchemas, bookingPaths));
    expect(files.get('schemas.ts')).toContain('/** A booking. */\nexport type Booking =');
    expect(files.get('schemas.ts')).toContain('Its id.');
  });

  it('request types accept undefined for optional properties, and readonly arrays', async () => {
    const ChangeRequest = {
      type: 'object',
      description: 'A change.',
      properties: {
        note: { type: 'string', description: 'A note.' },
        tags: { type: 'array', description: 'Tags.', items: { type: 'string' } },
      },
    };
    const schemas = { ...bookingSchemas, ChangeRequest };
    const files = await generateTypes(contractWith(schemas, bookingPaths));
    const inputs = withoutCommentsAndSpaces(files.get('inputs.ts') ?? '');
    expect(files.get('inputs.ts')).toContain('/** @description A note. */');
    expect(inputs).toContain('note?: string | undefined;');
    expect(inputs).toContain('tags?: readonly string[] | undefined;');
    expect(inputs).not.toContain('Booking');
    expect(withoutCommentsAndSpaces(files.get('schemas.ts') ?? '')).toContain('tags?: string[];');
  });

  it('types are deterministic', async () => {
    expect(await generateTypes(contractWith(bookingSchemas, bookingPaths))).toEqual(
      await generateTypes(contractWith(bookingSchemas, bookingPaths)),
    );
  });

  it('a property that refers to a schema has the name and the documentation of that schema', async () => {
    const source = (
      await generateTypes(
        contractWith({
          Phase: phase,
          Order: {
            type: 'object',
            description: 'An order.',
            properties: { phase: { $ref: '#/components/schemas/Phase' } },
          },
        }),
      )
    ).get('schemas.ts');
    expect(source).toMatch(/\/\*\* @description Phase\. \*\/\s+phase\?: Phase;/);
  });
});
