import { expect, it } from 'vitest';
import { checkAmounts } from '../../src/marketplace/domain/order-factory/check-amounts.ts';
import { checkConsistency } from '../../src/marketplace/domain/order-factory/check-consistency.ts';
import { readExamples } from '../../src/marketplace/state/examples.ts';
import { contract } from '../support/marketplace.ts';

const { stores, orders } = readExamples(contract);

it.each(orders.map((order) => [order.id, order.status, order] as const))(
  'the documented order %s with the status %s is consistent with itself and with its store',
  (_id, _status, order) => {
    const store = stores.find(({ id }) => id === order.store_id);
    expect([...checkAmounts(order), ...checkConsistency(order, store, '')]).toEqual([]);
  },
);
