import { crossProduct } from './cross-product.ts';
import { extensionRows } from './extensions.ts';
import { notationRows } from './notations.ts';
import { otherRows } from './other-changes.ts';
import type { Row } from './row.ts';

/** Rows that the tests rate with the engine, each in a comparison of its own. */
export const separateRows: Row[] = [...notationRows];

/** All rows, in the order of the README. */
export const allRows: Row[] = [...crossProduct, ...extensionRows, ...otherRows, ...separateRows];
