import { type Contract, readContract } from '@delivery-api/specs/contract';
import { expect, it } from 'vitest';
import { multiplyContract } from '../bench/multiply-contract.ts';
import { apis } from '../shared/contracts.ts';

const { contract } = apis.lastmile;
const exampleNamesOf = ({ operations }: Contract): Set<string> =>
  new Set(
    operations.flatMap(({ responses }) =>
      responses.flatMap(({ content }) => content?.examples.map(({ name }) => name) ?? []),
    ),
  );

it.each([1, 3])(
  'multiplyContract returns a valid contract with %i times as many operations, schemas, and examples',
  (times) => {
    const before = structuredClone(contract.document);
    const multiplied = readContract(multiplyContract(contract.document, times));
    expect(multiplied.operations.length).toBe(contract.operations.length * times);
    expect(multiplied.schemas.size).toBe(contract.schemas.size * times);
    expect(exampleNamesOf(multiplied).size).toBe(exampleNamesOf(contract).size * times);
    expect(contract.document).toEqual(before);
  },
);

it('multiplyContract multiplies only the operations if components are not copied', () => {
  const document = multiplyContract(contract.document, 3, { components: false });
  const multiplied = readContract(document);
  expect(multiplied.operations.length).toBe(contract.operations.length * 3);
  expect(multiplied.schemas.size).toBe(contract.schemas.size);
});

it('the copy of an operation references the copies of its components', () => {
  const { paths } = multiplyContract(contract.document, 2);
  const [original = '', copy = ''] = JSON.stringify(paths).split('/copy2"');
  expect(original).not.toContain('R2"');
  const references = copy.matchAll(/"#\/components\/(?:schemas|responses|parameters)\/([^"/]+)/g);
  const names = [...references].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !name.endsWith('R2'))).toEqual([]);
});
