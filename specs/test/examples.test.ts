import { describe, expect, it } from 'vitest';
import { createValidate } from '../contract/validate.ts';
import { byName, instancesOf, shown } from './support/contracts.ts';

describe.each(byName)('the %s examples', (_, contract) => {
  const validate = createValidate(contract, { knownValuesOnly: true });

  it.each(shown(contract).map((one) => [one.place, one] as const))(
    '%s is valid and contains no unknown fields or values',
    (_place, { schema, example }) => {
      expect(validate(schema, example.value)).toEqual([]);
    },
  );

  // The schema does not require exactly one location (D-051).
  it('each entry of `errors` in an example has exactly one location', () => {
    const entries = instancesOf(contract, 'ProblemItem');
    expect(entries.length).toBeGreaterThan(0);
    for (const { value, place } of entries) {
      const places = ['pointer', 'parameter', 'header'].filter((name) => name in value);
      expect(places, place).toHaveLength(1);
    }
  });

  const parameters = [
    ...contract.operations.map((one) => [one.id, one.parameters] as const),
    ...contract.webhooks.map((one) => [one.name, one.headers] as const),
  ].flatMap(([owner, list]) =>
    list.map((parameter) => [`${owner} ${parameter.name}`, parameter] as const),
  );
  it.each(parameters)('the example of the %s parameter is valid', (_place, { schema, example }) => {
    expect(example).toBeDefined();
    expect(validate(schema, example)).toEqual([]);
  });

  const headers = contract.operations.flatMap(({ id, responses }) =>
    responses.flatMap((response) =>
      response.headers.map(
        (header) => [`${id} ${response.status} ${header.name}`, header] as const,
      ),
    ),
  );
  it.each(headers)('the example of the %s header is valid', (_place, { schema, example }) => {
    expect(example).toBeDefined();
    expect(validate(schema, example)).toEqual([]);
  });

  it('examples with the same name have the same value', () => {
    const values = new Map<string, string>();
    for (const { example, place } of shown(contract)) {
      const value = JSON.stringify(example.value);
      expect(values.get(example.name) ?? value, place).toBe(value);
      values.set(example.name, value);
    }
  });

  it('each request, response and event with a body has an example', () => {
    const bodies = [
      ...contract.operations.flatMap(({ id, request, responses }) => [
        [`${id} request`, request] as const,
        ...responses.map((one) => [`${id} ${one.status}`, one.content] as const),
      ]),
      ...contract.webhooks.map(({ name, content }) => [name, content] as const),
    ];
    expect(
      bodies
        .filter(([, content]) => content !== undefined && content.examples.length === 0)
        .map(([place]) => place),
    ).toEqual([]);
  });
});
