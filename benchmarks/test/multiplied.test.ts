import { readContract } from '@delivery-api/specs/contract';
import { expect, it } from 'vitest';
import { multiplied } from '../bench/lib/multiplied.ts';
import { contractOf } from '../bench/lib/servers.ts';

it.each([1, 3])(
  'a contract %i times as large is a contract, with so many operations, schemas and examples of their own',
  (times) => {
    const contract = contractOf('lastmile');
    const before = structuredClone(contract.document);
    const grown = readContract(multiplied(contract.document, times));
    expect(grown.operations.length).toBe(contract.operations.length * times);
    expect(grown.schemas.size).toBe(contract.schemas.size * times);
    const names = grown.operations.flatMap(({ responses }) =>
      responses.flatMap(({ content }) => content?.examples.map(({ name }) => name) ?? []),
    );
    const once = contract.operations.flatMap(({ responses }) =>
      responses.flatMap(({ content }) => content?.examples.map(({ name }) => name) ?? []),
    );
    expect(new Set(names).size).toBe(new Set(once).size * times);
    expect(contract.document).toEqual(before);
  },
);

it('refers within each copy to the components of that copy', () => {
  const { document } = contractOf('lastmile');
  const grown = JSON.stringify((multiplied(document, 2) as { paths: object }).paths);
  const [first = '', second = ''] = grown.split('/round2"');
  expect(first).not.toContain('R2"');
  const own = [...second.matchAll(/"#\/components\/(schemas|responses|parameters)\/([^"/]+)/g)].map(
    ([, , name]) => name ?? '',
  );
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((name) => !name.endsWith('R2'))).toEqual([]);
});
