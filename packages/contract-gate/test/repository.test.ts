import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Repository } from '../src/repository/repository.ts';
import { run } from '../src/repository/run.ts';
import { writeFiles } from '../src/repository/write-files.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'write-files-'));
  writeFileSync(join(root, 'old.txt'), 'old');
  writeFileSync(join(root, 'leaving.txt'), 'leaving');
});
afterEach(() => rmSync(root, { recursive: true }));

const state = () =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]),
  );

it('writeFiles changes, creates and removes files together', () => {
  writeFiles(
    new Repository(root),
    new Map<string, string | null>([
      ['old.txt', 'new'],
      ['a/b/fresh.txt', 'fresh'],
      ['leaving.txt', null],
    ]),
  );
  expect(state()).toEqual({ 'old.txt': 'new', 'fresh.txt': 'fresh' });
});

it('writeFiles restores all files if one of them cannot be written', () => {
  mkdirSync(join(root, 'taken'));
  writeFileSync(join(root, 'taken/inside.txt'), 'inside');
  const before = state();
  expect(() =>
    writeFiles(
      new Repository(root),
      new Map<string, string | null>([
        ['old.txt', 'new'],
        ['fresh.txt', 'fresh'],
        ['leaving.txt', null],
        ['taken', 'a file with the name of a folder'],
      ]),
    ),
  ).toThrow(
    /^taken could not be written \(\w+\)\. Nothing was changed\. Fix the cause and run the command again\.$/,
  );
  expect(state()).toEqual(before);
});

it('run reports a missing program in one line', async () => {
  await expect(run('no-such-program', [], root)).rejects.toThrow(
    /^no-such-program could not be started \(ENOENT\)\. Install it/,
  );
});
