import type { Contract } from '@delivery-api/specs/contract';
import { clientSource } from './client-file.ts';
import { fixturesSource } from './fixtures-file.ts';
import { guardSource } from './guard-file.ts';
import { testingSource } from './testing-file.ts';
import { inputTypeName, resultTypeName, typesSource } from './types-file.ts';
import { validatorsSource } from './validators-file.ts';
import { nodeWebhooksSource, webhooksSource } from './webhooks-file.ts';

/**
 * Generates the source files of a client package: types, methods, the type guard for problems,
 * webhook verification, test fixtures, and validators.
 *
 * @param packageVersion version of the client package
 * @returns file contents by file name
 * @throws {Error} if a body is not a component, a schema has the name of a generated type, two
 * different examples have the same name, or the validators do not support a keyword
 */
export function generateClient(
  contract: Contract,
  packageVersion = contract.version,
): Map<string, string> {
  const ownNames = contract.operations.flatMap((one) => [inputTypeName(one), resultTypeName(one)]);
  const conflict = ownNames.find((name) => contract.schemas.has(name));
  if (conflict !== undefined)
    throw new Error(
      `schema ${conflict}: the client generates a type with this name. Rename the schema.`,
    );
  return new Map([
    ['types.ts', typesSource(contract)],
    ['client.ts', clientSource(contract, packageVersion)],
    ['guard.ts', guardSource(contract)],
    ['webhooks.ts', webhooksSource(contract)],
    ['webhooks-node.ts', nodeWebhooksSource(contract)],
    ['fixtures.ts', fixturesSource(contract)],
    ['testing.ts', testingSource(contract)],
    ['validators.ts', validatorsSource(contract)],
  ]);
}
