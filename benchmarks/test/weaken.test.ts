import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mutate, mutations, workspaceOf } from '../attack/weaken/mutations.ts';
import { root } from '../shared/contracts.ts';

// Only `npm run attack -- weaken` runs the tests of the mutations, because they take minutes.
it.each(mutations)(
  'the mutation $id matches its source file and names an existing test',
  (mutation) => {
    const source = readFileSync(join(root, mutation.file), 'utf8');
    expect(mutate(mutation)).not.toBe(source);
    expect(existsSync(join(root, mutation.test)), mutation.test).toBe(true);
    expect(existsSync(join(root, workspaceOf(mutation), 'package.json'))).toBe(true);
  },
);

it('mutations have unique IDs', () => {
  expect(new Set(mutations.map(({ id }) => id)).size).toBe(mutations.length);
});

it.each([
  ['a b a', '2 times'],
  ['b', '0 times'],
])('a mutation is rejected if the source %j contains its text %s', (source, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'weaken-'));
  try {
    writeFileSync(join(folder, 'x.ts'), source);
    const mutation = { id: 'example', file: 'x.ts', find: 'a', replace: 'c', test: '' };
    expect(() => mutate(mutation, folder)).toThrow(`example: x.ts contains \`a\` ${message}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
