import { describe, expect, it } from 'vitest';
import { sourceTables, sourceText } from '../rules/source-tables.js';
import { byName } from './support/contracts.ts';

describe.each(byName)('the %s contract', (name, contract) => {
  const tables = sourceTables[name];

  it('the contract has exactly the operations of the source, in the same groups', () => {
    const ours = contract.operations.map(({ tag, method, path }) => ({ group: tag, method, path }));
    expect(ours).toHaveLength(tables?.operations.length ?? 0);
    expect(ours).toEqual(expect.arrayContaining(tables?.operations ?? []));
  });

  it('the contract has exactly the webhooks of the source', () => {
    expect(contract.webhooks.map((webhook) => webhook.name)).toEqual(tables?.webhooks);
  });

  it('the contract has exactly the path parameters of the source, with the same names', () => {
    const named = (path: string) =>
      [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter);
    for (const { path, parameters } of contract.operations) {
      expect(
        parameters
          .filter((one) => one.in === 'path')
          .map((one) => one.name)
          .sort(),
        path,
      ).toEqual(named(path).sort());
      for (const parameter of named(path)) expect(sourceText).toContain(`{${parameter}} is `);
    }
  });

  it('the contract has no query parameters, because the source has none', () => {
    expect(
      contract.operations.flatMap(({ parameters }) =>
        parameters.filter((one) => one.in === 'query'),
      ),
    ).toEqual([]);
  });
});

it('the tables of the source contain eleven operations and two webhooks', () => {
  const all = Object.values(sourceTables);
  expect(all.flatMap(({ operations }) => operations)).toHaveLength(11);
  expect(all.flatMap(({ webhooks }) => webhooks)).toEqual(['bookingUpdated', 'order_created']);
});
