// `npm run bench`: measures every part, prints a table of each, and writes results.json. `npm run
// bench -- mock` measures that part alone;
// `npm run bench -- readme` puts the tables into the READMEs.
import { parseArgs } from 'node:util';
import { command, Misuse } from '../command.ts';
import { measuredHere, record } from './lib/record.ts';
import { readResults, resultsFile } from './lib/results.ts';
import { missed, partAsMarkdown } from './lib/table.ts';
import { partNames, parts } from './parts/index.ts';

const usage = `Usage: npm run bench [-- PART … [--quick] [--no-write]]
  PART        ${partNames.join(', ')}; all of them where none is named
              or readme: puts the tables of results.json into the READMEs, and measures nothing
  --quick     few and short rounds, to see that it works; writes nothing
  --no-write  prints, and leaves results.json as it is`;

await command(usage, run);

async function run(): Promise<number> {
  const flag = { type: 'boolean' } as const;
  const { positionals: wished, values: options } = parseArgs({
    allowPositionals: true,
    options: { quick: flag, 'no-write': flag, help: flag },
  });
  if (options.help) {
    console.log(usage);
    return 0;
  }
  const unknown = wished.find((name) => name !== 'readme' && !partNames.includes(name));
  if (unknown !== undefined) throw new Misuse(`There is no part '${unknown}'.`);
  if (wished.includes('readme')) {
    const { writeReadmes } = await import('./lib/readme.ts');
    for (const file of writeReadmes(readResults())) console.log(`${file}: written`);
    return 0;
  }
  const broken: string[] = [];
  const misses: string[] = [];
  for (const name of wished.length > 0 ? wished : partNames) {
    const begun = performance.now();
    const say = (text: string): void => console.error(`${name}: ${text}`);
    try {
      const measure = await (parts[name] as (typeof parts)[string])();
      const part = await measuredHere(() => measure({ quick: options.quick === true, say }));
      console.log(`\n## ${name}\n\n${partAsMarkdown(part)}\n`);
      misses.push(...missed(part).map((line) => `${name}: ${line}`));
      if (!options.quick && !options['no-write']) record(name, part);
    } catch (error) {
      broken.push(`${name}: ${(error as Error).message}`);
      say(`could not be measured. ${(error as Error).message}`);
    }
    say(`${Math.round((performance.now() - begun) / 1000)} s`);
  }
  for (const line of misses) console.log(`missed: ${line}`);
  if (!options.quick && !options['no-write'])
    console.log(`${resultsFile} written. Next: npm run bench -- readme`);
  return broken.length > 0 ? 1 : 0;
}
