import { describe, expect, it } from 'vitest';
import type { ProblemItem } from '../../src/kernel/problem-error.ts';
import { errorSummary, withLocation } from '../../src/validation/error-summary.ts';
import { schemaMessage } from '../../src/validation/schema-message.ts';
import { testContracts } from '../support/contracts.ts';

describe('schemaMessage', () => {
  it.each([
    ['must be integer', 'must be an integer'],
    ['must be string,null', 'must be a string or null'],
    ['must be boolean', 'must be true or false'],
    ['must be >= 0', 'must be at least 0'],
    ['must be <= 10', 'must be at most 10'],
    ['must be multiple of 5', 'must be a multiple of 5'],
    ['must NOT have fewer than 1 items', 'must have at least 1 item'],
    ['must NOT have fewer than 1 characters', 'must not be empty'],
    ['must NOT have fewer than 8 characters', 'must have at least 8 characters'],
    ['must NOT have more than 1 properties', 'must have at most 1 property'],
    ['must NOT have more than 64 characters', 'must have at most 64 characters'],
    [
      'must NOT have duplicate items (items ## 0 and 2 are identical)',
      'must not have duplicate items; the items at 0 and 2 are equal',
    ],
    ['must match pattern "^[A-Z]{3}$"', 'must match the pattern ^[A-Z]{3}$'],
    ['must match format "date"', 'must be a date, such as 2026-11-20'],
    ['must match format "uuid"', 'must have the format uuid'],
    ["must have required property 'name'", 'must have the property name'],
    ['must be equal to one of the allowed values: a, b', 'must be one of a, b'],
  ])('converts the message %j to %j', (message, expected) => {
    expect(schemaMessage(message)).toBe(expected);
  });

  it('returns an unknown message unchanged', () => {
    expect(schemaMessage('must be lamp')).toBe('must be lamp');
  });
});

describe('errorSummary', () => {
  const required: ProblemItem = { pointer: '/name', code: 'required', message: 'is required' };
  const unknown: ProblemItem = {
    pointer: '/items/0',
    code: 'unknown_reference',
    message: 'no item has the ID pizza',
  };

  it.each<[string, ProblemItem[], string]>([
    ['is empty without errors', [], ''],
    ['contains the location of the only error', [required], '/name is required.'],
    [
      'has a colon after the location if the message is a complete sentence',
      [unknown],
      '/items/0: no item has the ID pizza.',
    ],
    [
      'contains the number of errors and the first error',
      [required, unknown],
      '2 errors; `errors` lists them. The first: /name is required.',
    ],
    [
      'names the body if the pointer is empty',
      [{ pointer: '', code: 'type', message: 'must be an object' }],
      'The body must be an object.',
    ],
    [
      'keeps a question mark',
      [{ pointer: '/a', code: 'enum', message: "is unknown; did you mean 'b'?" }],
      "/a is unknown; did you mean 'b'?",
    ],
  ])('the summary %s', (_, errors, expected) => {
    expect(errorSummary(errors)).toBe(expected);
  });

  it('the location of an error can be a header or a parameter', () => {
    const message = 'is required';
    expect([
      withLocation({ header: 'Prefer', code: 'required', message }),
      withLocation({ parameter: 'limit', code: 'required', message }),
    ]).toEqual(['the Prefer header is required', 'the limit parameter is required']);
  });
});

describe.each(testContracts)('the problem examples of $name', ({ contract }) => {
  const problems = contract.operations
    .flatMap(({ responses }) => responses)
    .flatMap(({ content }) => content?.examples ?? [])
    .map(({ name, value }) => ({ name, problem: value as unknown as Problem }))
    .filter(({ problem: { code, errors } }) => errors !== undefined && code !== 'menu_invalid');

  it.each(problems)('the detail of $name summarizes its errors', ({ problem }) => {
    expect(problem.detail).toBe(errorSummary(problem.errors ?? []));
  });

  it.each(problems.filter(({ problem: { code } }) => code === 'validation_failed'))(
    'the errors of $name are sorted by location, as in a response of the sandbox',
    ({ problem }) => {
      const locations = (problem.errors ?? []).map(({ pointer = '' }) => pointer);
      expect(locations).toEqual([...locations].sort());
    },
  );
});

interface Problem {
  code?: string;
  detail?: string;
  errors?: ProblemItem[];
}
