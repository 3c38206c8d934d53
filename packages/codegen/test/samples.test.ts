import { loadContract } from '@delivery-api/specs/contract';
import { describe, expect, it } from 'vitest';
import { samples } from '../src/index.ts';

describe.each(['lastmile', 'marketplace'] as const)('the %s samples', (name) => {
  const contract = loadContract(new URL(`../../../specs/dist/${name}.json`, import.meta.url));
  const found = samples(contract);

  it.each(contract.operations.map(({ id }) => id))('%s has samples in six languages', (id) => {
    const labels = found.get(id)?.map(({ label }) => label);
    expect(labels).toEqual(['curl', 'TypeScript', 'Python', 'PHP', 'Go', 'Java']);
  });

  it('samples contain no placeholder, fixed key or fixed time, and HTTP samples generate required keys', () => {
    for (const operation of contract.operations) {
      const key = operation.parameters.find((one) => one.name === 'Idempotency-Key');
      for (const { label, source } of found.get(operation.id) ?? []) {
        expect(source).not.toMatch(/__\w+__/);
        expect(source).not.toContain(String(key?.example ?? '__'));
        expect(source).not.toMatch(/\d{4}-\d\d-\d\dT/);
        const isKeyed = key?.required === true && label !== 'TypeScript';
        if (isKeyed) expect(`${operation.id} in ${label}: ${source}`).toMatch(/\brun\b/);
      }
    }
  });
});
