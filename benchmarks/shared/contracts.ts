import { fileURLToPath } from 'node:url';
import type { Contract, InterfaceName, JsonObject, Operation } from '@delivery-api/specs/contract';
import { loadContract } from '@delivery-api/specs/contract';
import { createValidate, type Validate } from '@delivery-api/specs/validate';

/** Root folder of the repository, with a trailing slash. */
export const root: string = fileURLToPath(new URL('../../', import.meta.url));

export const interfaceNames = ['lastmile', 'marketplace'] as const;

/** Returns the path of a bundled contract. */
export const bundlePath = (name: InterfaceName, extension: 'json' | 'yaml' = 'json'): string =>
  `${root}specs/dist/${name}.${extension}`;

export interface ApiContract {
  name: InterfaceName;
  contract: Contract;
  /**
   * Validates strictly: reports undocumented properties, but accepts new values of extensible enums.
   */
  validate: Validate;
}

function apiContract(name: InterfaceName): ApiContract {
  const contract = loadContract(bundlePath(name));
  return { name, contract, validate: createValidate(contract) };
}

export const apis: Readonly<Record<InterfaceName, ApiContract>> = {
  lastmile: apiContract('lastmile'),
  marketplace: apiContract('marketplace'),
};

/**
 * Returns the operation with an ID, from either contract.
 *
 * @throws {Error} if no contract has the operation
 */
export function operationOf(id: string): Operation {
  const operations = Object.values(apis).flatMap(({ contract }) => contract.operations);
  const operation = operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`The contracts have no operation ${id}.`);
  return operation;
}

/**
 * Returns a copy of a request example.
 *
 * @param name name of the example. Default: the first example.
 * @throws {Error} if the operation has no such example
 */
export function exampleOf(operationId: string, name?: string): JsonObject {
  const examples = operationOf(operationId).request?.examples ?? [];
  const example = name === undefined ? examples[0] : examples.find((one) => one.name === name);
  if (example === undefined)
    throw new Error(`${operationId} has no request example${name ? ` ${name}` : ''}.`);
  return structuredClone(example.value) as JsonObject;
}

/** Returns a `createBooking` request that the sandbox accepts at any time. */
export const bookingRequest = (externalReference: string): JsonObject => ({
  ...exampleOf('createBooking', 'reassignment_booking_request'),
  external_reference: externalReference,
});

/** Returns the first example of the webhook event of an interface. */
export function eventExample(name: InterfaceName): { id: string; type: string } {
  const value = apis[name].contract.webhooks[0]?.content.examples[0]?.value;
  if (value === undefined) throw new Error(`${name} has no webhook example.`);
  return structuredClone(value) as unknown as { id: string; type: string };
}

/** ID of a store that is part of the initial sandbox data. */
export const storeId = 'sto_01JD3M7X9KQA';

/** Path of a GET request for `storeId` in each interface. */
export const storePaths: Readonly<Record<InterfaceName, string>> = {
  lastmile: `/acme/get_store_info/${storeId}`,
  marketplace: `/stores/${storeId}`,
};
