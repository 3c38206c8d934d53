import { type Contract, loadContract, type Operation } from '@delivery-api/specs/contract';
import { createValidate, type Validate } from '@delivery-api/specs/validate';
import type { InterfaceName } from '../../../mock/src/api/types.ts';

export interface TestContract {
  name: InterfaceName;
  contract: Contract;
  /** Rejects everything that the contract does not define, also new values of extensible enums. */
  validate: Validate;
  /** Like `validate`, but accepts any string for an extensible enum. */
  open: Validate;
}

export const testContracts: TestContract[] = (['lastmile', 'marketplace'] as const).map((name) => {
  const contract = loadContract(new URL(`../../../../specs/dist/${name}.json`, import.meta.url));
  return {
    name,
    contract,
    validate: createValidate(contract, { knownValuesOnly: true }),
    open: createValidate(contract),
  };
});

/** Every operation of both contracts, for `it.each`. */
export const operations = testContracts.flatMap((one) =>
  one.contract.operations.map((operation) => ({
    ...one,
    operation,
    title: `${one.name} ${operation.id}`,
  })),
);

/** Returns a valid request to an operation, built from the examples in the contract. */
export function validRequest(operation: Operation): {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
} {
  const path = operation.parameters
    .filter((one) => one.in === 'path')
    .reduce(
      (filled, { name, example }) =>
        filled.replace(`{${name}}`, encodeURIComponent(String(example))),
      operation.path,
    );
  const headers = operation.parameters
    .filter((one) => one.in === 'header' && one.required)
    .map(({ name, example }) => [name.toLowerCase(), String(example)]);
  const example = operation.request?.examples[0]?.value;
  return {
    method: operation.method.toUpperCase(),
    path,
    headers: {
      ...Object.fromEntries(headers),
      ...(operation.request !== undefined && { 'content-type': 'application/json' }),
    },
    body: operation.request === undefined ? undefined : JSON.stringify(example),
  };
}
