import type { Contract } from '@delivery-api/specs/contract';
import { banner } from '../source/text.ts';
import { eventTypes } from './events.ts';
import { openapiTypes } from './openapi.ts';
import { problemTypes } from './problems.ts';
import { enumValues } from './schemas.ts';

const indexSource = `export * from './enums.js';
export * from './events.js';
/** Request types that client methods accept: optional properties can be \`undefined\`, and arrays can be readonly. */
export type * as Inputs from './inputs.js';
export type { components, operations, paths, webhooks } from './openapi.js';
export * from './problems.js';
export type * from './schemas.js';
`;

/**
 * Generates the source files of a types package.
 *
 * @returns file contents by file name
 * @throws {Error} if the form of a condition in a schema is not supported, or the body of a webhook
 * is not a component; the message contains the location of the schema or the name of the webhook
 */
export async function generateTypes(contract: Contract): Promise<Map<string, string>> {
  const { openapi, schemas, inputs } = await openapiTypes(contract);
  return new Map([
    ['openapi.ts', openapi],
    ['schemas.ts', schemas],
    ['inputs.ts', inputs],
    ['enums.ts', enumValues(contract)],
    ['events.ts', eventTypes(contract)],
    ['problems.ts', problemTypes(contract)],
    ['index.ts', banner(contract) + indexSource],
  ]);
}
