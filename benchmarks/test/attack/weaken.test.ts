import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutations } from '../../attack/weaken/mutations.ts';
import { weakened } from '../../attack/weaken/run.ts';
import { root } from '../../bench/lib/servers.ts';

// Whether the tests notice is shown by `npm run attack -- weaken`, which takes minutes.
it.each(mutations.map((one) => [one.name, one] as const))(
  '%s finds its place, changes it, and names tests that are there',
  (_, one) => {
    const source = readFileSync(join(root, one.file), 'utf8');
    expect(weakened(source, one.find, one.replace, one.file)).not.toBe(source);
    for (const test of one.tests)
      expect(existsSync(join(root, one.workspace, test)), test).toBe(true);
  },
);

it('says so when the place has changed', () => {
  expect(() => weakened('a b a', 'a', 'c', 'x.ts')).toThrow(
    'x.ts: `a` stands there 2 times instead of once.',
  );
  expect(() => weakened('b', 'a', 'c', 'x.ts')).toThrow('0 times');
});
