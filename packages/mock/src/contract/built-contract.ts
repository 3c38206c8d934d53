import { readFileSync } from 'node:fs';
import { type Contract, type JsonObject, readContract } from '@delivery-api/specs/contract';
import type { IHttpOperation } from '@stoplight/types';
import { type InterfaceName, MockError } from '../api/types.ts';

/** A built contract file: the bundled document and its operations as Prism models them. */
export interface BuiltContract {
  document: JsonObject;
  operations: IHttpOperation[];
}

export interface LoadedContract {
  contract: Contract;
  /** By operationId. */
  operations: ReadonlyMap<string, IHttpOperation>;
}

const folder = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/contracts/' : './contracts/',
  import.meta.url,
);
const loaded = new Map<InterfaceName, LoadedContract>();

/**
 * Loads a contract that was built into the package. Contracts are immutable, so all mocks in a
 * process share them.
 *
 * @throws {MockError} if the contract has not been built or cannot be read
 */
export function loadBuiltContract(name: InterfaceName): LoadedContract {
  const cached = loaded.get(name);
  if (cached !== undefined) return cached;
  const file = new URL(`${name}.json`, folder);
  let built: BuiltContract;
  try {
    built = JSON.parse(readFileSync(file, 'utf8')) as BuiltContract;
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new MockError(
      `${file.pathname} ${missing ? 'is missing' : 'cannot be read'}. In a clone of the repository, run npm run build; otherwise, install the package again.`,
    );
  }
  const contract = readContract(built.document, `${name}.json`);
  const result = {
    contract,
    operations: new Map(built.operations.map((operation) => [String(operation.iid), operation])),
  };
  loaded.set(name, result);
  return result;
}
