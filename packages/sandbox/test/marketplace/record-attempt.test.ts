import { expect, it } from 'vitest';
import type { Attempt, Delivery } from '../../src/kernel/delivery.ts';
import type { MarketplaceContext } from '../../src/marketplace/domain/rules/context.ts';
import { recordAttempt } from '../../src/marketplace/scenarios/record-attempt.ts';

interface FakeStore {
  id: string;
  revision: number;
  integration: { webhook_state: string; consecutive_failures: number };
}

/**
 * Records the first delivery attempt of four events. Each event is for a different order of the same
 * store.
 *
 * @param sequence the indexes of the events, in the sequence in which their attempts end
 * @returns the `integration` of the store
 */
function integrationAfter(sequence: readonly number[]): FakeStore['integration'] {
  let store: FakeStore = {
    id: 'sto_1',
    revision: 1,
    integration: { webhook_state: 'healthy', consecutive_failures: 0 },
  };
  const context = {
    clock: { instant: () => '2026-11-20T18:00:00.000Z' },
    onChange: () => {},
    state: {
      orders: { get: (id: string) => ({ number: Number(id), order: { store_id: 'sto_1' } }) },
      stores: {
        get: () => store,
        update: (_: FakeStore, change: Partial<FakeStore>) => {
          store = { ...store, ...change };
          return store;
        },
      },
    },
  } as unknown as MarketplaceContext;
  const statuses = [500, 204, 500, 503];
  for (const index of sequence) {
    const delivery = { target: 'main', subject: String(index) } as Delivery;
    const attempt = { status: statuses[index], at: '2026-11-20T18:00:00.000Z', number: 1 };
    recordAttempt(context, delivery, attempt as Attempt);
  }
  return store.integration;
}

it.each([[[0, 1, 2, 3]], [[3, 2, 1, 0]], [[2, 0, 3, 1]], [[1, 3, 0, 2]]])(
  'consecutive_failures counts the failed attempts sent after the last successful attempt if attempts end in the order %j',
  (order) => {
    expect(integrationAfter(order)).toMatchObject({
      webhook_state: 'failing',
      consecutive_failures: 2,
    });
  },
);
