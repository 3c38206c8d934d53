import type { OperationDefinition } from '../contract/operation.js';
import type { ClientOptions } from '../options/client-options.js';
import { createCaller } from './create-caller.js';
import type { ClientIdentity } from './identity.js';
import { checkPathValue } from './prepare.js';

/** Generated definition of a client. */
export interface ClientDefinition {
  identity: ClientIdentity;
  /** Name of the client option for each path parameter that is the same in every call. */
  boundParameters: Readonly<Record<string, string>>;
  operations: readonly OperationDefinition[];
}

/**
 * Creates a client with `withOptions` and one method for each operation.
 *
 * @throws {TypeError} if an option is missing or invalid
 */
export function createClient<Client>(definition: ClientDefinition, options: ClientOptions): Client {
  const bound = Object.fromEntries(
    Object.entries(definition.boundParameters).map(([parameter, option]) => [
      parameter,
      checkPathValue(option, (options as Record<string, unknown>)[option]),
    ]),
  );
  const call = createCaller(options, bound, definition.identity);
  return {
    ...Object.fromEntries(definition.operations.map((one) => [one.id, call(one)])),
    withOptions: (changed: ClientOptions) => createClient(definition, { ...options, ...changed }),
  } as Client;
}
