import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkRecords } from '../src/gate/check.ts';
import { interfaceNames } from '../src/repository/repository.ts';
import { type Clone, cloneRepository } from './support/clone.ts';

let clone: Clone;
beforeAll(async () => {
  clone = await cloneRepository();
  for (const name of interfaceNames) await clone.gate('changelog', name);
  await clone.gate('release');
}, 120_000);
afterAll(() => clone?.remove());

it.each([
  [
    'a released document',
    'specs/released/lastmile.yaml',
    'specs/released/lastmile.yaml was edited after its release',
  ],
  ['a released decision', 'specs/DECISIONS.md', 'was edited after its release'],
])('the gate rejects an edit to %s', (_, file, sentence) => {
  const before = clone.read(file);
  clone.write(file, `${before.trimEnd()} And more.\n`);
  const violations = checkRecords(clone.repository);
  clone.write(file, before);
  expect(violations.map(({ message }) => message)).toEqual([expect.stringContaining(sentence)]);
});
