import { describe, expect, it } from 'vitest';
import { createValidate } from '../contract/validate.ts';
import { byName, instancesOf, shown } from './support/contracts.ts';

describe.each(byName)('the examples of %s', (_, contract) => {
  const validate = createValidate(contract, { knownValuesOnly: true });

  it.each(shown(contract).map((one) => [one.place, one] as const))(
    '%s is valid, and names nothing that the contract does not',
    (_place, { schema, example }) => {
      expect(validate(schema, example.value)).toEqual([]);
    },
  );

  // The schema does not say so (D-051).
  it('give every entry of `errors` exactly one place', () => {
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
  it.each(parameters)('the parameter %s shows a valid value', (_place, { schema, example }) => {
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
  it.each(headers)('the header %s shows a valid value', (_place, { schema, example }) => {
    expect(example).toBeDefined();
    expect(validate(schema, example)).toEqual([]);
  });

  it('names each example once, or means the same one', () => {
    const values = new Map<string, string>();
    for (const { example, place } of shown(contract)) {
      const value = JSON.stringify(example.value);
      expect(values.get(example.name) ?? value, place).toBe(value);
      values.set(example.name, value);
    }
  });

  it('shows a body for each request, response and event that has one', () => {
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
