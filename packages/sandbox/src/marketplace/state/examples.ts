import type { MenuSubmission, Store } from '@delivery-api/marketplace-types';
import type { Contract, Operation } from '@delivery-api/specs/contract';
import type { Order } from './records.ts';

/** The resources in the contract's examples. */
export interface Examples {
  stores: Store[];
  orders: Order[];
  submissions: MenuSubmission[];
}

export function readExamples({ operations }: Contract): Examples {
  const operation = (id: string): Operation | undefined =>
    operations.find((candidate) => candidate.id === id);
  const responses = <Value>(id: string): Value[] =>
    valuesOf(operation(id)?.success.content?.examples);
  return {
    stores: responses('getStore'),
    orders: responses('getOrder'),
    submissions: valuesOf<MenuSubmission>(operation('submitMenu')?.request?.examples).filter(
      ({ type }) => type === 'menu',
    ),
  };
}

const valuesOf = <Value>(examples: readonly { value: unknown }[] = []): Value[] =>
  examples.map(({ value }) => value as Value);
