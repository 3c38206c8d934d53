import { expect, it } from 'vitest';
import type { Json } from '../contract/model.ts';
import { byName } from './support/contracts.ts';

const [, lastmile] = byName.find(([name]) => name === 'lastmile') as (typeof byName)[number];

/** Counts the values inside a value that are neither objects nor arrays. */
const countValues = (value: Json): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, one) => sum + countValues(one as Json), 0)
    : 1;

it.each([
  ['createBooking', 'minimal_booking_request', 8],
  ['createEstimate', 'minimal_estimate_request', 4],
])('the %s example %s has at most %i values', (operationId, name, max) => {
  const operation = lastmile.operations.find(({ id }) => id === operationId);
  const example = operation?.request?.examples.find((one) => one.name === name);
  if (example === undefined) throw new Error(`${operationId} has no example ${name}.`);
  expect(countValues(example.value as Json)).toBeLessThanOrEqual(max);
});

it('both contracts contain the same retention table', () => {
  const tables = byName.map(
    ([, { document }]) =>
      /## Retention\n([\s\S]*?)\n## /.exec(
        String((document.info as { description?: string }).description),
      )?.[1],
  );
  expect(tables[0]).toContain('| 30 days after');
  expect(tables[1]).toBe(tables[0]);
});
