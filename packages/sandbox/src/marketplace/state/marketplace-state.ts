import type { Collection } from '../../kernel/collection.ts';
import type { Store, StoredValue } from '../../kernel/store.ts';
import { byDeadline, byLatestChange, SortedOrders } from './open-orders.ts';
import type {
  EvictedOrder,
  MenuRecord,
  OrderRecord,
  StoreMenuVersion,
  StoreRecord,
} from './records.ts';

/**
 * Maximum number of evicted order IDs, as a multiple of `maxClosed`, or of 100 if `maxClosed` is
 * lower.
 */
const evictedIdsFactor = 10;

/** All state of the interface, in the store of the sandbox. */
export interface MarketplaceState {
  /** All open orders, and closed orders up to the limit. */
  orders: Collection<OrderRecord>;
  openOrders: SortedOrders;
  closedOrders: SortedOrders;
  evictedOrders: Collection<EvictedOrder>;
  stores: Collection<StoreRecord>;
  menus: Collection<MenuRecord>;
  /** Numbers of the last order and the last menu. */
  orderNumber: StoredValue<number>;
  menuNumber: StoredValue<number>;
  /** The integration of each store that does not belong to the default integration. */
  integrations: StoredValue<Readonly<Record<string, string>>>;
  /** Whether the initial data was loaded, so that an imported state does not load it again. */
  isLoaded: StoredValue<boolean>;
}

/**
 * Declares the collections and values of the interface.
 *
 * @param maxClosed maximum number of closed orders
 * @param onEvict called after the eviction of a closed order
 */
export function createMarketplaceState(
  store: Store,
  maxClosed: number,
  onEvict: (id: string) => void,
): MarketplaceState {
  const openOrders = new SortedOrders(byDeadline);
  const closedOrders = new SortedOrders(byLatestChange);
  const evictedOrders = store.collection<EvictedOrder>('marketplace.evicted_orders', {
    bound: { limit: evictedIdsFactor * Math.max(maxClosed, 100), group: () => 'all' },
  });
  return {
    orders: store.collection<OrderRecord>('marketplace.orders', {
      indexes: [openOrders, closedOrders],
      bound: {
        limit: maxClosed,
        group: ({ order }) => (order.phase === 'closed' ? 'closed' : undefined),
        onEvict: ({ id, order }) => {
          evictedOrders.put({ id, storeId: order.store_id });
          onEvict(id);
        },
      },
    }),
    openOrders,
    closedOrders,
    evictedOrders,
    stores: store.collection('marketplace.stores'),
    menus: store.collection('marketplace.menus'),
    orderNumber: store.value('marketplace.order_number', 0),
    menuNumber: store.value('marketplace.menu_number', 0),
    integrations: store.value('marketplace.integrations', {}),
    isLoaded: store.value('marketplace.is_loaded', false),
  };
}

/** Returns the store of an order. It exists as long as the order exists. */
export function storeOf({ stores }: MarketplaceState, { order }: OrderRecord): StoreRecord {
  const store = stores.get(order.store_id);
  if (store === undefined) throw new Error(`The store ${order.store_id} does not exist.`);
  return store;
}

/** Adds the content of a menu. */
export function addMenu(state: MarketplaceState, content: MenuRecord['content']): MenuRecord {
  const number = state.menuNumber.get() + 1;
  state.menuNumber.set(number);
  return state.menus.put({ id: String(number), content });
}

/** Deletes the menus that are neither live nor being published in any store. */
export function deleteUnusedMenus({ menus, stores }: MarketplaceState): void {
  const used = new Set<string | undefined>();
  for (const { live, publishing } of stores.values())
    used.add(live?.menuId).add(publishing?.menuId);
  for (const { id } of [...menus.values()]) if (!used.has(id)) menus.delete(id);
}

export const newMenuVersion = (version: string, { id }: MenuRecord): StoreMenuVersion => ({
  version,
  menuId: id,
  availability: [],
  stock: [],
});
