import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readInput, removeOutdated, replaceFolder, write, writeAsset } from '../src/files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('writeAsset replaces only the earlier version of the asset', () => {
  writeFileSync(join(folder, 'site.css'), 'kept');
  writeFileSync(join(folder, 'site.0123456789.js'), 'kept');
  const first = writeAsset(folder, 'site.css', 'a{}');
  const second = writeAsset(folder, 'site.css', 'b{}');
  expect(second).toMatch(/^site\.[0-9a-f]{10}\.css$/);
  expect(readdirSync(folder).sort()).toEqual(['site.0123456789.js', 'site.css', second].sort());
  expect(first).not.toBe(second);
});

test('writeAsset gives equal content an equal name', () => {
  expect(writeAsset(folder, 'a.js', 'x')).toBe(writeAsset(folder, 'a.js', 'x'));
});

test('replaceFolder keeps the old folder after an error', () => {
  const target = join(folder, 'lastmile');
  mkdirSync(target);
  writeFileSync(join(target, 'index.html'), 'old');
  expect(() =>
    replaceFolder(target, (draft) => {
      write(join(draft, 'index.html'), 'half');
      throw new Error('no more');
    }),
  ).toThrow('no more');
  expect(readFileSync(join(target, 'index.html'), 'utf8')).toBe('old');
  expect(readdirSync(folder)).toEqual(['lastmile']);
});

test('replaceFolder removes old files', () => {
  const target = join(folder, 'lastmile');
  mkdirSync(target);
  writeFileSync(join(target, 'start.0123456789.js'), 'old');
  replaceFolder(target, (draft) => write(join(draft, 'index.html'), 'new'));
  expect(readdirSync(target)).toEqual(['index.html']);
});

test('removeOutdated removes only outdated files, and no folders', () => {
  for (const file of ['old.html', 'new.html', 'old.css']) writeFileSync(join(folder, file), '');
  mkdirSync(join(folder, 'kept.html'));
  removeOutdated(folder, (file) => file.endsWith('.html') && file !== 'new.html');
  expect(readdirSync(folder).sort()).toEqual(['kept.html', 'new.html', 'old.css']);
});

test('readInput throws an error that names the file and the fix', () => {
  const file = join(folder, 'lastmile.yaml');
  expect(existsSync(file)).toBe(false);
  expect(() => readInput(file, 'Build it with `npm run build`.')).toThrow(
    `${file}: file not found. Build it with \`npm run build\`.`,
  );
});
