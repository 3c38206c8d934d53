import type { JsonObject } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { generateTypes } from '../src/index.ts';
import { bookingPaths, bookingSchemas, contractWith } from './fixture.ts';

const squeeze = (source: string) => source.replace(/\/\*\*[\s\S]*?\*\//g, '').replace(/\s+/g, ' ');
const typesOf = async (schemas: JsonObject, file = 'openapi.ts') =>
  squeeze((await generateTypes(contractWith(schemas))).get(file) ?? '');

const phase = {
  type: 'string',
  enum: ['open', 'transit', 'closed'],
  description: 'Where it stands.',
};
const text = { type: 'string' };

describe('a condition becomes a type', () => {
  const properties = {
    phase: { $ref: '#/components/schemas/Phase' },
    courier: text,
    ended_at: text,
  };
  it.each([
    [
      'values of a closed enum, with the rest in else',
      {
        if: { properties: { phase: { enum: ['transit'] } } },
        then: { required: ['courier'] },
        else: { title: 'rest' },
      },
      '({ "phase": "transit"; "courier": {}; } | { "phase": "open" | "closed"; })',
    ],
    [
      'a chain of two conditions',
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
      'presence: exactly one of two',
      {
        if: { required: ['courier'] },
        then: { not: { required: ['ended_at'] } },
        else: { required: ['ended_at'] },
      },
      '({ "courier": {}; "ended_at"?: never; } | { "ended_at": {}; "courier"?: never; })',
    ],
  ])('%s', async (_, condition, expected) => {
    const source = await typesOf({
      Phase: phase,
      Thing: { type: 'object', properties, ...condition },
    });
    expect(source).toContain(expected);
  });

  it('and leaves the properties themselves alone', async () => {
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
      'an if over two properties',
      {
        if: { properties: { phase: { const: 'open' }, courier: { const: 'x' } } },
        then: { required: ['courier'] },
      },
      /Thing.*asks for something else/,
    ],
    [
      'an if over an open string',
      { if: { properties: { courier: { const: 'x' } } }, then: { required: ['phase'] } },
      /courier.*only a closed enum/,
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
      /Thing.*not `properties`/,
    ],
  ])('%s is refused by name', async (_, condition, message) => {
    await expect(
      generateTypes(
        contractWith({ Phase: phase, Thing: { type: 'object', properties, ...condition } }),
      ),
    ).rejects.toThrow(message);
  });
});

describe('types', () => {
  it('keep an extensible enum open, and list what is known', async () => {
    const schemas = {
      Status: {
        type: 'string',
        enum: ['new', 'done'],
        'x-extensible-enum': true,
        description: 'Status.',
      },
      Phase: phase,
    };
    expect(await typesOf(schemas)).toContain('Status: "new" | "done" | (string & {});');
    expect(await typesOf(schemas)).toContain('Phase: "open" | "transit" | "closed";');
    expect(await typesOf(schemas, 'enums.ts')).toContain(
      "export const statusValues = [ 'new', 'done', ] as const satisfies readonly Status[];",
    );
  });

  it('leave a property with a default optional', async () => {
    expect(
      await typesOf({
        Thing: { type: 'object', properties: { size: { type: 'integer', default: 1 } } },
      }),
    ).toContain('size?: number;');
  });

  it('narrow a problem response to its codes', async () => {
    const files = await generateTypes(contractWith(bookingSchemas, bookingPaths));
    expect(squeeze(files.get('openapi.ts') ?? '')).toContain(
      '"application/problem+json": Problems["revision_conflict"];',
    );
    expect(squeeze(files.get('problems.ts') ?? '')).toContain(
      "revision_conflict: Problem & { code: 'revision_conflict'; status: 409; retryable: false; current_revision: {} };",
    );
  });

  it('carry the description of each schema and property', async () => {
    const files = await generateTypes(contractWith(bookingSchemas, bookingPaths));
    expect(files.get('schemas.ts')).toContain('/** A booking. */\nexport type Booking =');
    expect(files.get('openapi.ts')).toContain('Its id.');
  });

  it('are the same for the same contract', async () => {
    expect(await generateTypes(contractWith(bookingSchemas, bookingPaths))).toEqual(
      await generateTypes(contractWith(bookingSchemas, bookingPaths)),
    );
  });
});
