import { describe, expect, it } from 'vitest';
import { sourceTables, sourceText } from '../rules/source-tables.js';
import { byName } from './support/contracts.ts';

describe.each(byName)('%s and the source', (name, contract) => {
  const tables = sourceTables[name];

  it('has exactly the operations that the source gives, in its groups', () => {
    const ours = contract.operations.map(({ tag, method, path }) => ({ group: tag, method, path }));
    expect(ours).toHaveLength(tables?.operations.length ?? 0);
    expect(ours).toEqual(expect.arrayContaining(tables?.operations ?? []));
  });

  it('has exactly the webhooks that the source gives', () => {
    expect(contract.webhooks.map((webhook) => webhook.name)).toEqual(tables?.webhooks);
  });

  it('takes exactly the path parameters of each path, by their given names', () => {
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

  it('takes no query parameters, because the source shows none', () => {
    expect(
      contract.operations.flatMap(({ parameters }) =>
        parameters.filter((one) => one.in === 'query'),
      ),
    ).toEqual([]);
  });
});

it('reads eleven operations and two webhooks from the tables of the source', () => {
  const all = Object.values(sourceTables);
  expect(all.flatMap(({ operations }) => operations)).toHaveLength(11);
  expect(all.flatMap(({ webhooks }) => webhooks)).toEqual(['bookingUpdated', 'order_created']);
});
