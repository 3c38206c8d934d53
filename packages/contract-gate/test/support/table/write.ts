// Writes the table of the README from the rows that the tests run.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crossProduct } from './cross-product.ts';
import { tableMarkdown } from './markdown.ts';
import { others, ourData } from './our-data.ts';

const file = join(import.meta.dirname, '../../../README.md');
const readme = readFileSync(file, 'utf8');
const table = tableMarkdown([...crossProduct, ...ourData, ...others]);
writeFileSync(
  file,
  readme.replace(
    /<!-- table -->[\s\S]*<!-- \/table -->/,
    () => `<!-- table -->\n${table}\n<!-- /table -->`,
  ),
);
