import type { Contract, Operation, Parameter } from '@delivery-api/specs/contract';

/**
 * Returns the path parameters that a call takes. A client takes the tenant parameter once, as an
 * option.
 */
export const callParameters = (
  { tenantParameter }: Contract,
  { parameters }: Operation,
): Parameter[] =>
  parameters.filter(
    (parameter) => parameter.in === 'path' && parameter.name !== tenantParameter?.name,
  );
