// Writes the table of the README from the rows of the tests.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crossProduct } from './cross-product.ts';
import { extensionRows } from './extensions.ts';
import { tableMarkdown } from './markdown.ts';
import { otherRows } from './other-changes.ts';

const file = join(import.meta.dirname, '../../../README.md');
const readme = readFileSync(file, 'utf8');
const table = tableMarkdown([...crossProduct, ...extensionRows, ...otherRows]);
writeFileSync(
  file,
  readme.replace(
    /<!-- table -->[\s\S]*<!-- \/table -->/,
    () => `<!-- table -->\n${table}\n<!-- /table -->`,
  ),
);
