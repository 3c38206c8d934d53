import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const readme = readFileSync(join(folder, 'README.md'), 'utf8');
const section = /^## Comparison\n([\s\S]*?)^## /m.exec(readme)?.[1] ?? '';
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.slice(2, -2).split(' | '));

/** Returns the titles of the tests in a file, without a placeholder such as `: %j` at the end. */
function testTitles(file: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^it\b/.test(node.expression.getText())) {
      const [title] = node.arguments;
      if (title && ts.isStringLiteralLike(title)) titles.push(title.text.replace(/: %\w$/, ''));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return titles;
}

describe('the comparison in the README', () => {
  it('the comparison has a cell for each client in each row', () => {
    expect(rows.length).toBeGreaterThan(25);
    for (const row of rows) expect(row).toHaveLength(7);
  });

  it.each(rows.map(([point = '', own = '']) => [point, own]))(
    'the comparison row links to an existing test: %s',
    (_, own) => {
      const link = /^\[[^\]]+\]\((?<file>\S+) "(?<title>[^"]+)"\)$/.exec(own)?.groups;
      expect(testTitles(join(folder, String(link?.file)))).toContain(link?.title);
    },
  );
});
