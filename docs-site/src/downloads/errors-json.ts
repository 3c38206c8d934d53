import type { Contract, JsonObject } from '@delivery-api/specs/contract';

/** Returns the operations that can return a code. */
const answeredBy = ({ operations }: Contract, code: string): string[] =>
  operations
    .filter(({ responses }) => responses.some(({ codes }) => codes.includes(code)))
    .map(({ id }) => id);

/** Returns the error catalogue of an interface as data. */
export const errorCatalogue = (contract: Contract): JsonObject => ({
  interface: contract.name,
  version: contract.version,
  problems: [...contract.problems.values()].map(
    ({ code, status, title, cause, action, retryable, extensions, scope }) => ({
      code,
      type: `${contract.docsBase}/errors#${code}`,
      status,
      title,
      cause,
      action,
      retryable,
      extensions,
      scope,
      operations: answeredBy(contract, code),
    }),
  ),
});

/** Returns the catalogues of several interfaces in one document. */
export const errorCatalogues = (contracts: readonly Contract[]): JsonObject => ({
  interfaces: Object.fromEntries(
    contracts.map((contract) => [contract.name, errorCatalogue(contract)]),
  ),
});
