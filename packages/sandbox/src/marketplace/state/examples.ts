import type { Contract } from '@delivery-api/specs/contract';
import type { Submission } from './menu-model.ts';
import type { Order } from './order-model.ts';
import type { Store } from './store-model.ts';

/** What the contract's examples tell of the world that they are about. */
export interface Examples {
  stores: Store[];
  orders: Order[];
  submissions: Submission[];
}

export function readExamples(contract: Contract): Examples {
  const answersOf = <Value>(id: string): Value[] =>
    contract.operations
      .find((operation) => operation.id === id)
      ?.success.content?.examples.map(({ value }) => value as unknown as Value) ?? [];
  const requestsOf = <Value>(id: string): Value[] =>
    contract.operations
      .find((operation) => operation.id === id)
      ?.request?.examples.map(({ value }) => value as unknown as Value) ?? [];
  return {
    stores: answersOf('getStore'),
    orders: answersOf('getOrder'),
    submissions: requestsOf('submitMenu'),
  };
}
