import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/model.ts';
import { byName } from './support/contracts.ts';

describe.each(byName)('the %s scenarios', (_, contract) => {
  const selecting = contract.operations.flatMap(({ id, request }) => {
    const body = request && contract.deref(request.schema);
    const property = (body?.properties as JsonObject | undefined)?.test_scenario;
    return property === undefined
      ? []
      : [[id, contract.deref(property as JsonObject).enum as string[]] as const];
  });

  it('each operation accepts exactly the scenarios that list the operation', () => {
    for (const [id, names] of selecting) {
      expect([...names].sort(), id).toEqual(
        contract.scenarios
          .filter(({ operations }) => operations.includes(id))
          .map(({ name }) => name)
          .sort(),
      );
    }
    expect(
      contract.scenarios
        .flatMap(({ operations }) => operations)
        .filter((id) => !selecting.some(([one]) => one === id)),
    ).toEqual([]);
  });

  it('the scenarios list their steps and have unique names', () => {
    const names = contract.scenarios.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    expect(contract.scenarios.filter(({ steps }) => steps.length === 0)).toEqual([]);
  });
});
