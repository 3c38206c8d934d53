import type { Contract, JsonObject } from '@delivery-api/specs/contract';
import { operationsReturning } from '../facts.ts';

/** Returns the error catalog of an interface as data. */
export const errorCatalogue = (contract: Contract): JsonObject => ({
  interface: contract.name,
  version: contract.version,
  problems: [...contract.problems.values()].map(
    ({ code, status, title, cause, action, retryable, extensions, optionalExtensions, scope }) => ({
      code,
      type: `${contract.docsBase}/errors#${code}`,
      status,
      title,
      cause,
      action,
      retryable,
      extensions,
      optional_extensions: optionalExtensions,
      scope,
      operations: operationsReturning(contract, code).map(({ id }) => id),
    }),
  ),
});

/** Returns the error catalogs of several interfaces in one document. */
export const errorCatalogues = (contracts: readonly Contract[]): JsonObject => ({
  interfaces: Object.fromEntries(
    contracts.map((contract) => [contract.name, errorCatalogue(contract)]),
  ),
});
