import type { Contract, Example, Operation, Parameter } from '@delivery-api/specs/contract';
import { routeOf } from '../routes.ts';

/** A request header that the tool does not set itself. */
export interface RequestHeader {
  name: string;
  value: string;
  description: string;
  /** Whether the header is required. The others are disabled by default. */
  required: boolean;
}

/** The parts of a request, for tools that send requests manually. */
export interface Request {
  operation: Operation;
  /** Path parameters, except the variables of the whole collection. */
  path: Parameter[];
  headers: RequestHeader[];
  bodies: Example[];
}

/** Returns the address of the local sandbox, its token, and the tenant, if paths contain one. */
export const variables = ({ name, tenantParameter }: Contract): Record<string, string> => ({
  baseUrl: `http://localhost:4010/${name}`,
  token: 'test_token',
  ...(tenantParameter && { [tenantParameter.name]: String(tenantParameter.example) }),
});

/**
 * Returns the parts of every request of a contract.
 *
 * @param key returns the value of `Idempotency-Key`, in the syntax of the tool
 */
export const requestsOf = (contract: Contract, key: (operation: Operation) => string): Request[] =>
  contract.operations.map((operation) => ({
    operation,
    path: operation.parameters.filter(
      (one) => one.in === 'path' && one.name !== contract.tenantParameter?.name,
    ),
    headers: operation.parameters
      .filter((one) => one.in === 'header')
      .map(({ name, description, example, required }) => ({
        name,
        value: name === 'Idempotency-Key' ? key(operation) : String(example ?? ''),
        description,
        required,
      })),
    bodies: operation.request?.examples ?? [],
  }));

/** Returns the address of an operation in the published reference. */
export const referenceAddress = ({ name, docsBase }: Contract, operation: Operation): string =>
  `${docsBase}/${name}/${routeOf(operation)}`;
