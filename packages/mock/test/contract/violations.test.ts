import { describe, expect, it } from 'vitest';
import { lamp, useTinyContract } from '../support/use-tiny-contract.ts';

const { create } = useTinyContract();

describe('the error for a body that violates the contract', () => {
  it.each<[string, unknown, unknown[]]>([
    [
      'lists all violations, sorted by location',
      { color: 'rde', size: { height: 0, width: 1 }, parts: [{}] },
      [
        {
          pointer: '/color',
          code: 'enum',
          message: "must be one of red, green, blue; did you mean 'red'?",
        },
        { pointer: '/name', code: 'required', message: 'is required' },
        {
          pointer: '/parts/0/name',
          code: 'required',
          message: 'is required',
        },
        { pointer: '/size/height', code: 'minimum', message: 'must be at least 1' },
        { pointer: '/size/width', code: 'additional_properties', message: 'is unknown' },
      ],
    ],
    [
      'suggests the name for a misspelled field',
      { nmae: 'Lamp', name: 'Lamp' },
      [
        {
          pointer: '/nmae',
          code: 'additional_properties',
          message: "is unknown; did you mean 'name'?",
        },
      ],
    ],
    [
      'names the fields that exclude each other',
      { ...lamp, early: 1, late: 2 },
      [{ pointer: '', code: 'not', message: "must not contain 'early' and 'late' together" }],
    ],
    [
      'names the field that a condition forbids',
      { ...lamp, payment: 'card', change_for: 5 },
      [{ pointer: '', code: 'not', message: "must not contain 'change_for' in this case" }],
    ],
    [
      'names the field that a condition requires, without the condition',
      { ...lamp, payment: 'cash' },
      [
        {
          pointer: '/change_for',
          code: 'required',
          message: 'is required',
        },
      ],
    ],
    [
      'names the field that another field requires',
      { ...lamp, longitude: 4.9 },
      [
        {
          pointer: '/latitude',
          code: 'dependent_required',
          message: 'is required if longitude is present',
        },
      ],
    ],
    [
      'contains the required constant',
      { ...lamp, kind: 'chair' },
      [{ pointer: '/kind', code: 'const', message: 'must be "lamp"' }],
    ],
    [
      'escapes field names in pointers',
      { ...lamp, size: { height: 1, 'odd/name~': 'x', 'a/b': 1 } },
      [
        { pointer: '/size/a~1b', code: 'additional_properties', message: 'is unknown' },
        { pointer: '/size/odd~1name~0', code: 'type', message: 'must be an integer' },
      ],
    ],
    [
      'reports a field named __proto__ as unknown',
      JSON.parse('{"name":"Lamp","__proto__":{"x":1}}'),
      [{ pointer: '/__proto__', code: 'additional_properties', message: 'is unknown' }],
    ],
    [
      'reports a value that does not match its format',
      { ...lamp, made_at: 'yesterday' },
      [
        {
          pointer: '/made_at',
          code: 'format',
          message: 'must be a time in RFC 3339 format, such as 2026-11-20T18:00:00Z',
        },
      ],
    ],
    [
      'reports null instead of an object',
      null,
      [{ pointer: '', code: 'type', message: 'must be an object' }],
    ],
    [
      'reports false instead of an object',
      false,
      [{ pointer: '', code: 'type', message: 'must be an object' }],
    ],
    [
      'reports an array instead of an object',
      [],
      [{ pointer: '', code: 'type', message: 'must be an object' }],
    ],
  ])('the error %s', async (_, body, errors) => {
    const response = await create(body);
    expect([response.status, response.json.code, response.json.errors]).toEqual([
      422,
      'validation_failed',
      errors,
    ]);
  });

  it('the error for a long field name does not exceed the maximum lengths in the contract', async () => {
    const { json: problem } = await create({ ...lamp, ['é'.repeat(700)]: 1 });
    expect(problem.errors).toEqual([
      { pointer: '', code: 'additional_properties', message: 'is unknown' },
    ]);
    expect(problem.detail.length).toBeLessThanOrEqual(1000);
  });
});
