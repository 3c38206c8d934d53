import type { Contract, JsonObject } from '@delivery-api/specs/contract';

/** Where a code may be answered: names of operations, or `any` request before it reaches one. */
const answeredBy = ({ operations }: Contract, code: string): string[] =>
  operations
    .filter(({ responses }) => responses.some(({ codes }) => codes.includes(code)))
    .map(({ id }) => id);

/**
 * The error catalogue of an interface as data: what to branch on, what to tell people, and whether
 * to repeat.
 */
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

/** The catalogues of several interfaces in one document. */
export const errorCatalogues = (contracts: readonly Contract[]): JsonObject => ({
  interfaces: Object.fromEntries(
    contracts.map((contract) => [contract.name, errorCatalogue(contract)]),
  ),
});
