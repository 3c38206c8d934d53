import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
const section = /^## Comparison\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? '';
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.slice(2, -2).split(' | '));

describe('the comparison in the README', () => {
  it('has a cell for each client in each row', () => {
    expect(rows.length).toBeGreaterThan(25);
    for (const row of rows) expect(row).toHaveLength(7);
  });

  it.each(rows.map(([point = '', own = '']) => [point, own]))(
    'links to an existing test in the row %s',
    (_, own) => {
      const link = /^\[[^\]]+\]\((?<file>\S+) "(?<title>[^"]+)"\)$/.exec(own)?.groups;
      const source = readFileSync(join(folder, String(link?.file)), 'utf8');
      // The README omits the value at the end of the title of a parameterized test.
      const titles = [...source.matchAll(/^\s*(?:it\(|.*\)\()?'(.+?)(?:: %\w)?'/gm)].map(
        ([, fixed]) => fixed,
      );
      expect(titles).toContain(link?.title);
    },
  );
});
