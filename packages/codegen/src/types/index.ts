import type { Contract } from '@delivery-api/specs/contract';
import { banner } from '../text.ts';
import { eventTypes } from './events.ts';
import { openapiTypes } from './openapi.ts';
import { problemTypes } from './problems.ts';
import { enumValues, schemaTypes } from './schemas.ts';

/**
 * The sources of a types package.
 *
 * @returns file contents by file name
 * @throws {Error} naming the schema, when the contract has a form that types cannot follow
 */
export async function generateTypes(contract: Contract): Promise<Map<string, string>> {
  return new Map([
    ['openapi.ts', await openapiTypes(contract)],
    ['schemas.ts', schemaTypes(contract)],
    ['enums.ts', enumValues(contract)],
    ['events.ts', eventTypes(contract)],
    ['problems.ts', problemTypes(contract)],
    [
      'index.ts',
      `${banner(contract.title, contract.version)}export * from './enums.js';\nexport * from './events.js';\nexport type { components, operations, paths, webhooks } from './openapi.js';\nexport * from './problems.js';\nexport type * from './schemas.js';\n`,
    ],
  ]);
}
