import { describe, expect, it } from 'vitest';
import { lamp, useTiny } from '../support/use-tiny.ts';

const { create } = useTiny();

describe('a body that breaks the contract', () => {
  it.each<[string, unknown, unknown[]]>([
    [
      'names everything at once, in the order of the places',
      { colour: 'rde', size: { height: 0, width: 1 }, parts: [{}] },
      [
        {
          pointer: '/colour',
          code: 'enum',
          message: "must be one of red, green, blue; did you mean 'red'?",
        },
        { pointer: '/name', code: 'required', message: "must have required property 'name'" },
        {
          pointer: '/parts/0/name',
          code: 'required',
          message: "must have required property 'name'",
        },
        { pointer: '/size/height', code: 'minimum', message: 'must be >= 1' },
        { pointer: '/size/width', code: 'additional_properties', message: 'is not known' },
      ],
    ],
    [
      'guesses what an unknown field was meant to be',
      { nmae: 'Lamp', name: 'Lamp' },
      [
        {
          pointer: '/nmae',
          code: 'additional_properties',
          message: "is not known; did you mean 'name'?",
        },
      ],
    ],
    [
      'says which fields exclude each other',
      { ...lamp, early: 1, late: 2 },
      [{ pointer: '', code: 'not', message: "must not have 'early' and 'late' together" }],
    ],
    [
      'says which field a condition forbids',
      { ...lamp, payment: 'card', change_for: 5 },
      [{ pointer: '', code: 'not', message: "must not have 'change_for' here" }],
    ],
    [
      'says what a condition asks for, without the condition',
      { ...lamp, payment: 'cash' },
      [
        {
          pointer: '/change_for',
          code: 'required',
          message: "must have required property 'change_for'",
        },
      ],
    ],
    [
      'says which field goes with another',
      { ...lamp, longitude: 4.9 },
      [
        {
          pointer: '/latitude',
          code: 'dependent_required',
          message: 'must have property latitude when property longitude is present',
        },
      ],
    ],
    [
      'says what a constant is',
      { ...lamp, kind: 'chair' },
      [{ pointer: '/kind', code: 'const', message: 'must be "lamp"' }],
    ],
    [
      'escapes names in pointers',
      { ...lamp, size: { height: 1, 'odd/name~': 'x', 'a/b': 1 } },
      [
        { pointer: '/size/a~1b', code: 'additional_properties', message: 'is not known' },
        { pointer: '/size/odd~1name~0', code: 'type', message: 'must be integer' },
      ],
    ],
    [
      'knows a field called __proto__ for unknown',
      JSON.parse('{"name":"Lamp","__proto__":{"x":1}}'),
      [{ pointer: '/__proto__', code: 'additional_properties', message: 'is not known' }],
    ],
    [
      'checks formats',
      { ...lamp, made_at: 'yesterday' },
      [{ pointer: '/made_at', code: 'format', message: 'must match format "date-time"' }],
    ],
    ['refuses null', null, [{ pointer: '', code: 'type', message: 'must be object' }]],
    ['refuses false', false, [{ pointer: '', code: 'type', message: 'must be object' }]],
    ['refuses a list', [], [{ pointer: '', code: 'type', message: 'must be object' }]],
  ])('%s', async (_, body, errors) => {
    const answer = await create(body);
    expect([answer.status, answer.json.code, answer.json.errors]).toEqual([
      422,
      'validation_failed',
      errors,
    ]);
  });

  it('stays within the lengths of the contract, whatever the fields are called', async () => {
    const { json: problem } = await create({ ...lamp, ['é'.repeat(700)]: 1 });
    expect(problem.errors).toEqual([
      { pointer: '', code: 'additional_properties', message: 'is not known' },
    ]);
    expect(problem.detail.length).toBeLessThanOrEqual(1000);
  });
});
