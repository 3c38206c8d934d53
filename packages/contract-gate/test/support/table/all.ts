import { accessRows } from './access.ts';
import { crossProduct } from './cross-product.ts';
import { documentRows } from './document.ts';
import { extensionRows } from './extensions.ts';
import { notationRows } from './notations.ts';
import { otherRows } from './other-changes.ts';
import type { Row } from './row.ts';
import { schemaKeywordRows } from './schema-keywords.ts';
import { schemaStructureRows } from './schema-structure.ts';
import { textRows } from './texts.ts';

/** Rows that the tests rate with the engine, each in a separate comparison. */
export const separateRows: Row[] = [
  ...schemaKeywordRows,
  ...schemaStructureRows,
  ...accessRows,
  ...documentRows,
  ...notationRows,
  ...textRows,
];

/** All rows, in the order of the README. */
export const allRows: Row[] = [...crossProduct, ...extensionRows, ...otherRows, ...separateRows];
