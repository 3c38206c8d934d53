import { loadBuiltContract } from '../contract/built-contract.ts';
import type { CommandLine } from './arguments.ts';
import { createTextFile } from './files.ts';
import { createOutput } from './output.ts';
import { starterData } from './starter-data.ts';

const defaultFile = 'sandbox.jsonc';

/** Writes a data file with comments: one store for each interface, and one menu. */
export async function init(line: CommandLine): Promise<number> {
  const [file = defaultFile] = line.positionals;
  const { contract: lastmile } = loadBuiltContract('lastmile');
  const { contract: marketplace } = loadBuiltContract('marketplace');
  createTextFile(file, starterData({ lastmile, marketplace }));
  createOutput(line.has('json')).print(
    `Created ${file}. To use it, run \`delivery-mock start --data ${file}\`.`,
    { file },
  );
  return 0;
}
