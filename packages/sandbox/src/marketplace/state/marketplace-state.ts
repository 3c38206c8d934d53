import type { InterfaceContext } from '../../kernel/interface-behavior.ts';
import type { Rules } from '../domain/rules.ts';
import type { OrderBook } from './order-book.ts';
import type { Order } from './order-model.ts';
import type { OrderRecord } from './order-record.ts';
import type { StoreState } from './store-state.ts';

/** One marketplace from one reset to the next: what is remembered, and what it is played with. */
export interface MarketplaceState {
  readonly parts: InterfaceContext;
  readonly rules: Rules;
  readonly orders: OrderBook;
  readonly stores: ReadonlyMap<string, StoreState>;
  /** Told whenever an order has got another status. */
  readonly followers: ((record: OrderRecord, before: Order) => void)[];
}

/** Ends a marketplace: nothing that was planned in it is played any more. */
export function close({ orders, stores }: MarketplaceState): void {
  orders.stop();
  for (const { timers } of stores.values()) timers.clearAll();
}

/** The store of an order, which is there as long as the order is. */
export function storeOf({ stores }: MarketplaceState, { order }: OrderRecord): StoreState {
  const store = stores.get(order.store_id);
  if (store === undefined)
    throw new Error(`The order ${order.id} is of a store that is not there.`);
  return store;
}
