import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { collectReference, formatReference, referenceFile } from '../../reference.ts';

it('the data of the mock reference matches the sources (fix: `npm run reference -w @delivery-api/mock`)', async () => {
  expect(readFileSync(referenceFile, 'utf8')).toBe(formatReference(await collectReference()));
});
