import { truncate } from '@delivery-api/sandbox';
import { createValidate } from '@delivery-api/specs/validate';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../sandbox/src/kernel/problem-error.ts';
import { testContracts } from '../../../sandbox/test/support/contracts.ts';
import { toProblem } from '../../src/contract/problem.ts';

describe.each(testContracts)('a $name problem', ({ contract }) => {
  const check = (rejection: ProblemError, path = '/x') => {
    const problem = toProblem(contract, rejection, 'req_0123456789abcdef', path);
    expect(createValidate(contract)({ $ref: '#/components/schemas/Problem' }, problem)).toEqual([]);
    return problem;
  };

  it('lists at most 1,000 errors, and sets errors_truncated if there are more', () => {
    const item = { pointer: '/a', code: 'type', message: 'must be an object' };
    expect(
      check(new ProblemError('validation_failed', 'All wrong.', { errors: Array(1000).fill(item) }))
        .errors_truncated,
    ).toBeUndefined();
    const problem = check(
      new ProblemError('validation_failed', 'All wrong.', { errors: Array(1001).fill(item) }),
    );
    expect([problem.errors, problem.errors_truncated]).toEqual([Array(1000).fill(item), true]);
  });

  it('truncates its texts to the maximum lengths in the contract', () => {
    const long = '😀'.repeat(2000);
    check(
      new ProblemError('validation_failed', long, {
        errors: [{ pointer: '', code: 'enum', message: long }],
      }),
    );
  });

  it.each([
    '',
    '/',
    '//',
    '/%',
    '/%é"<>[]{}|\\^`',
    `/${'%20'.repeat(400)}`,
    '/a?b#c',
    '/\u0080\u00ff',
  ])('encodes the path %j as a valid URI reference', (path) => {
    check(new ProblemError('path_not_found', 'Nothing is there.'), path);
  });

  it('a problem cannot be created with a code that the contract does not define', () => {
    expect(() => toProblem(contract, new ProblemError('no_such_code', 'x'), 'req_1', '/')).toThrow(
      `The contract '${contract.name}' does not define the problem code 'no_such_code'.`,
    );
  });
});

it('truncate does not split a character', () => {
  expect(truncate('a😀b', 3)).toBe('a…');
  expect(truncate('a😀b', 4)).toBe('a😀b');
});
