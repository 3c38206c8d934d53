import { readFileSync } from 'node:fs';
import type { Contract, Json } from './model.ts';
import { ContractError } from './node.ts';
import { readContract } from './read.ts';
import { omitRepeatedNames } from './strict-conditions.ts';

/**
 * Loads a bundled contract from a JSON file.
 *
 * @param file path or URL of the bundle, such as `specs/dist/lastmile.json`
 * @throws {ContractError} if the file does not exist or is not a valid contract
 */
export function loadContract(file: string | URL): Contract {
  let source: string;
  try {
    source = readFileSync(file, 'utf8');
  } catch {
    throw new ContractError(
      `${file}: file not found. Build it with \`npm run build\`, or specify another file.`,
    );
  }
  let document: unknown;
  try {
    document = JSON.parse(source);
  } catch (error) {
    throw new ContractError(
      `${file}: not JSON (${(error as Error).message.replace(/\s+/g, ' ')}). Build it again with \`npm run build\`.`,
    );
  }
  // The repeated names are only for strict validators, and do not change the meaning of a schema.
  return readContract(omitRepeatedNames(document as Json), String(file));
}
