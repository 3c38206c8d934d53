// Writes the README table from the rows of the tests.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRows } from './all.ts';
import { tableMarkdown } from './markdown.ts';

const file = join(import.meta.dirname, '../../../README.md');
const readme = readFileSync(file, 'utf8');
const table = tableMarkdown(allRows);
writeFileSync(
  file,
  readme.replace(
    /<!-- table -->[\s\S]*<!-- \/table -->/,
    () => `<!-- table -->\n${table}\n<!-- /table -->`,
  ),
);
