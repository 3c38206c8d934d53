import type { Contract, Example, Operation, Parameter } from '@delivery-api/specs/contract';
import { routeOf } from '../routes.ts';

/** A request header of an operation, beside those that the tool itself sets. */
export interface RequestHeader {
  name: string;
  value: string;
  description: string;
  /** Whether a request without it is refused; others are there to be switched on. */
  required: boolean;
}

/** One operation, as the tools that send requests by hand need it. */
export interface Request {
  operation: Operation;
  /** Path parameters that are not variables of the whole collection. */
  path: Parameter[];
  headers: RequestHeader[];
  bodies: Example[];
}

/**
 * Where the sandbox of `npm start` listens, and what it takes. `partner_name` is there where paths
 * begin with it.
 */
export function variables({ name, operations }: Contract): Record<string, string> {
  const partner = operations
    .flatMap(({ parameters }) => parameters)
    .find((one) => one.name === 'partner_name');
  return {
    baseUrl: `http://localhost:4010/${name}`,
    token: 'test_token',
    ...(partner !== undefined && { partner_name: String(partner.example) }),
  };
}

/**
 * What the requests of a contract consist of.
 *
 * @param key what to send as `Idempotency-Key`: how a tool writes a name that is new with each
 * request
 */
export const requestsOf = (contract: Contract, key: (operation: Operation) => string): Request[] =>
  contract.operations.map((operation) => ({
    operation,
    path: operation.parameters.filter((one) => one.in === 'path' && one.name !== 'partner_name'),
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

/** Where the published reference describes an operation. */
export const addressOf = ({ name, docsBase }: Contract, operation: Operation): string =>
  `${docsBase}/${name}/${routeOf(operation)}`;
