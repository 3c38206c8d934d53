// `npm run bench` measures all or some parts and prints their tables. With default options, it also
// writes results.json.
import { resolve } from 'node:path';
import type { PartOptions } from './bench/part.ts';
import { parts } from './bench/parts/index.ts';
import { missedGoals, renderPart } from './report/markdown.ts';
import { updateReadmes } from './report/readme.ts';
import { measurePart, readResults, recordPart, resultsFile } from './report/results.ts';
import { flag, numberOption, runCommand, text, UsageError } from './shared/command.ts';

const names = Object.keys(parts);
const usage = `Usage: npm run bench [-- [PART …] [options]]
       npm run bench -- readme

Measures parts of the project: ${names.join(', ')} (default: all).
With readme, writes the tables from results.json to the READMEs, without measuring.

Options:
  --quick             Run fewer and shorter rounds, to check that the benchmark works
  --no-write          Do not change results.json
  --output FILE       Write the results to FILE instead of results.json
  --rounds N          Number of rounds (default: depends on the part)

Options of single parts:
  --beside FOLDER     mock: also run another built checkout of this repository
  --bookings N        memory: number of bookings (default: 100000; with --quick: 5000)
  --max-entries N     memory: maximum number of closed bookings that the sandbox keeps (default: 10000;
                      with --quick: 200)
  --operations N      clients: operations in the type check (default: 260; with --quick: 26)
  --packages FOLDER   clients: folder in which hey-api is installed; reference: folder that
                      caches the packages of the compared documentation tools
  --interface NAME    reference: lastmile or marketplace (default: lastmile)
  --site FOLDER       reference: folder of the built site (default: docs-site/dist)

With --quick, --rounds, or an option of a single part other than --packages, results.json does not
change.
With --quick, a missed goal does not change the exit code.
Exit codes: 0 success, 1 a part failed or missed a goal, 2 usage error`;

const partOptions = {
  quick: flag,
  rounds: text,
  beside: text,
  bookings: text,
  'max-entries': text,
  operations: text,
  packages: text,
  interface: text,
  site: text,
};

await runCommand(
  usage,
  { ...partOptions, 'no-write': flag, output: text },
  async (values, positionals) => {
    const unknown = positionals.find((name) => name !== 'readme' && !names.includes(name));
    if (unknown !== undefined) throw new UsageError(`Unknown part '${unknown}'.`);
    if (positionals.includes('readme')) {
      for (const file of updateReadmes(readResults())) console.log(`${file}: updated`);
      return 0;
    }
    const { quick = false } = values;
    const options = {
      quick,
      rounds: numberOption('rounds', values.rounds, undefined),
      beside: pathOf(values.beside),
      bookings: numberOption('bookings', values.bookings, undefined),
      maxEntries: numberOption('max-entries', values['max-entries'], undefined),
      operations: numberOption('operations', values.operations, undefined),
      packages: pathOf(values.packages),
      interface: values.interface,
      site: pathOf(values.site),
    };
    // `--packages` only provides other products; the other options change what is measured.
    const isDefault = Object.keys(partOptions)
      .filter((name) => name !== 'packages')
      .every((name) => !(name in values));
    const file =
      pathOf(values.output) ?? (isDefault && !values['no-write'] ? resultsFile : undefined);
    let [recorded, failures] = [0, 0];
    const missed: string[] = [];
    for (const name of positionals.length > 0 ? positionals : names) {
      const startedAt = performance.now();
      const log = (line: string): void => console.error(`${name}: ${line}`);
      try {
        missed.push(...(await measureAndPrint(name, { ...options, log }, file)));
        recorded += 1;
      } catch (error) {
        if (error instanceof UsageError) throw error;
        failures += 1;
        log(`failed: ${(error as Error).message}`);
      }
      log(`${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
    for (const line of missed) console.log(`missed: ${line}`);
    if (file !== undefined && recorded > 0) {
      const next = ' To update the READMEs, run `npm run bench -- readme`.';
      console.log(`Wrote ${file}.${file === resultsFile ? next : ''}`);
    }
    return failures > 0 || (missed.length > 0 && !quick) ? 1 : 0;
  },
);

/** Resolves a path against the folder in which the user started npm. */
function pathOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', path);
}

/** Measures a part, prints its tables, and records them in `file`. Returns the missed goals. */
async function measureAndPrint(
  name: string,
  options: PartOptions,
  file: string | undefined,
): Promise<string[]> {
  const measure = await (parts[name] as (typeof parts)[string])();
  const part = await measurePart(() => measure(options));
  console.log(`\n## ${name}\n\n${renderPart(part)}\n`);
  if (file !== undefined) recordPart(name, part, file);
  return missedGoals(part).map((line) => `${name}: ${line}`);
}
