import { describe, expect, it } from 'vitest';
import { type Schema, validator } from '../src/validators/index.js';

/** Returns `/path message` for each issue. */
const issues = (schema: Schema, value: unknown): string[] =>
  (validator(schema)['~standard'].validate(value).issues ?? []).map(
    ({ path, message }) => `/${path.join('/')} ${message}`,
  );

describe('a validator', () => {
  it('reports every issue with its path', () => {
    const schema: Schema = {
      type: 'object',
      required: ['id', 'items'],
      properties: {
        items: { type: 'array', items: { type: 'object', properties: { count: { minimum: 1 } } } },
        status: { enum: ['open', 'closed'] },
      },
    };
    expect(issues(schema, { items: [{ count: 1 }, { count: 0 }, 3], status: 'late' })).toEqual([
      '/id is missing',
      '/items/1/count must be at least 1',
      '/items/2 must be an object; got a number',
      '/status must be one of open, closed',
    ]);
  });

  it.each<[Schema, unknown, string]>([
    [{ type: ['string', 'null'] }, [], 'must be a string or null; got an array'],
    [{ type: 'integer' }, 1.5, 'must be an integer; got a number'],
    [{ const: true }, false, 'must be true'],
    [{ maxLength: 2 }, '🛵🛵🛵', 'must have at most 2 characters'],
    [{ pattern: /^bkg_/u }, 'ord_1', 'must match ^bkg_'],
    [{ format: 'date' }, '2026-02-29', 'must have the format date'],
    [{ maxItems: 1 }, [1, 2], 'must have at most 1 item'],
    [{ maxProperties: 0 }, { a: 1 }, 'must have at most 0 properties'],
    [{ uniqueItems: true }, ['a', 'a'], 'must have unique items'],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 property'],
    [{ discriminator: { property: 'type', schemas: { a: {} } } }, {}, 'must be one of a'],
  ])('explains how a value violates %j', (schema, value, message) => {
    expect(issues(schema, value)[0]?.replace(/^\S+ /, '')).toBe(message);
  });

  it.each<[Schema, unknown]>([
    [{ type: ['string', 'null'] }, null],
    [{ maxLength: 2 }, '🛵🛵'],
    [{ format: 'date' }, '2028-02-29'],
    [{ format: 'date-time' }, '2026-12-31T23:59:60z'],
    [{ required: ['a'] }, { a: undefined, constructor: 1 }],
    [{ properties: { a: {} } }, { toString: 1 }],
  ])('accepts a value that is valid against %j', (schema, value) => {
    expect(issues(schema, value)).toEqual([]);
  });

  it('reports a required property as missing if only the prototype has it', () => {
    expect(issues({ required: ['constructor'] }, {})).toEqual(['/constructor is missing']);
    const schema: Schema = { discriminator: { property: 'constructor', schemas: { a: {} } } };
    expect(issues(schema, {})).toEqual(['/constructor must be one of a']);
  });

  it('never repeats a value, which can be personal data', () => {
    const found = issues(
      { properties: { name: { type: 'string', pattern: /^\d+$/u, maxLength: 2, enum: ['1'] } } },
      { name: 'Noor Bakker' },
    );
    expect(found).toHaveLength(3);
    expect(found.join()).not.toContain('Noor');
  });
});
