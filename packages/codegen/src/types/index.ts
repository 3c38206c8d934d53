import type { Contract } from '@delivery-api/specs/contract';
import { banner } from '../source/text.ts';
import { eventTypes } from './events.ts';
import { openapiTypes } from './openapi.ts';
import { problemTypes } from './problems.ts';
import { enumValues } from './schemas.ts';

const indexSource = `export * from './enums.js';
export * from './events.js';
/** The types of requests as a call accepts them: with \`undefined\` for optional properties, and readonly arrays. */
export type * as Inputs from './inputs.js';
export type { components, operations, paths, webhooks } from './openapi.js';
export * from './problems.js';
export type * from './schemas.js';
`;

/**
 * Generates the sources of a types package.
 *
 * @returns file contents by file name
 * @throws {Error} when types cannot express a schema; names the schema
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
