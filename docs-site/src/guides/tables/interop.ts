import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { here } from '../../site.ts';
import { code, table } from '../directive/markdown-table.ts';

interface Result {
  tool: string;
  version: string;
  step: string;
  result: string;
  note: string;
}

/** Lists the results of `npm run interop`: how each third-party tool processes both contracts. */
export function interop(): string {
  const file = join(here, 'interop-results.json');
  const results = JSON.parse(readFileSync(file, 'utf8')) as Result[];
  return table(
    ['Tool', 'Version', 'Test', 'Result', 'Note'],
    results.map(({ tool, version, step, result, note }) => [
      code(tool),
      version,
      step,
      result,
      note,
    ]),
  );
}
