import type { Contract, Operation, Parameter } from '@delivery-api/specs/contract';

/**
 * Returns the path parameters of a method. The tenant parameter is not included, because it is an
 * option of the client.
 */
export const callParameters = (
  { tenantParameter }: Contract,
  { parameters }: Operation,
): Parameter[] =>
  parameters.filter(
    (parameter) => parameter.in === 'path' && parameter.name !== tenantParameter?.name,
  );
