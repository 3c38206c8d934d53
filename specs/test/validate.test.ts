import { describe, expect, it } from 'vitest';
import { enumValuesOf, isExtensibleEnum } from '../contract/enums.ts';
import { createValidate } from '../contract/validate.ts';
import { byName } from './support/contracts.ts';

describe.each(byName)('createValidate with the %s contract', (_, contract) => {
  const validate = createValidate(contract);
  const [problem] = contract.operations
    .flatMap(({ responses }) => responses.filter(({ status }) => status === 401))
    .map(({ content }) => content);
  const value = problem?.examples[0]?.value as Record<string, unknown>;

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['an undefined property', { colour: 'red' }, /^\/colour: is not in the contract$/],
    ['a value of the wrong type', { status: '401' }, /^\/status: must be integer$/],
    [
      'a value that does not match its pattern',
      { code: 'Not A Code' },
      /^\/code: must match pattern/,
    ],
    ['a missing property', { title: undefined }, /^\/: must have required property 'title'$/],
    [
      'a nested undefined property',
      { errors: [{ code: 'required', message: 'm', pointr: '/a' }] },
      /^\/errors\/0\/pointr: is not in the contract$/,
    ],
  ])('the validator reports %s', (_what, change, finding) => {
    const findings = validate(
      problem?.schema ?? {},
      JSON.parse(JSON.stringify({ ...value, ...change })),
    );
    expect(findings).toEqual([expect.stringMatching(finding)]);
  });

  it('the validator accepts later values of extensible enums unless knownValuesOnly is set', () => {
    const strict = createValidate(contract, { knownValuesOnly: true });
    const growing = [...contract.schemas].filter(([, schema]) => isExtensibleEnum(schema));
    expect(growing.length).toBeGreaterThan(3);
    for (const [name, known] of growing) {
      const schema = { $ref: `#/components/schemas/${name}` };
      expect(validate(schema, 'of_a_later_version'), name).toEqual([]);
      expect(validate(schema, 7), name).toEqual(['/: must be string']);
      expect(strict(schema, 'of_a_later_version'), name).toEqual([
        '/: must be equal to one of the allowed values',
      ]);
      expect(strict(schema, enumValuesOf(known)?.[0]), name).toEqual([]);
    }
  });
});
