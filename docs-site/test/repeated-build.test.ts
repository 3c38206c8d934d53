import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { buildInto } from './support/built-site.ts';

test('two builds of the site are identical, byte for byte', () => {
  const out = mkdtempSync(join(tmpdir(), 'docs-site-again-'));
  try {
    buildInto(out);
    const fingerprints = (folder: string): Record<string, string> =>
      Object.fromEntries(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
          .map((file) => [
            file.slice(folder.length),
            createHash('sha256').update(readFileSync(file)).digest('hex'),
          ]),
      );
    expect(fingerprints(out)).toEqual(fingerprints(inject('site')));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});
