import type { Store, StoreMenu } from '@delivery-api/marketplace-types';
import type { Examples } from '../../state/examples.ts';
import type { MenuContent, StoreMenuVersion, StoreRecord } from '../../state/records.ts';
import { contentOf } from '../menus/content.ts';
import { computedBlockers } from '../stores/blockers.ts';
import { menuFromOrders } from './menu-from-orders.ts';

/** The initial state of a store, with its menu content. */
export interface InitialStore {
  store: Store;
  content: MenuContent | undefined;
}

/**
 * Returns the stores in the contract's examples. Each store occurs once, with the requested status
 * `open` and without orders. Its menu is from the example submissions, otherwise it has the items
 * of the store's example orders. A store with neither has no menu.
 */
export function exampleStores({ stores, orders, submissions }: Examples): InitialStore[] {
  const ids = [...new Set(stores.map(({ id }) => id))];
  return ids.map((id) => {
    const examples = stores.filter((store) => store.id === id);
    const store = examples.find((example) => example.accepting_orders) ?? (examples[0] as Store);
    const submission = submissions.find(({ store_ids }) => store_ids.includes(id));
    const content =
      submission === undefined
        ? menuFromOrders(orders.filter(({ store_id }) => store_id === id))
        : contentOf(submission);
    const blockers = store.blockers.filter(isMarketplaceBlocker);
    return initialStore({ ...store, blockers, requested: openStatus(store) }, content);
  });
}

/** Returns the initial state of a store. Without menu content, the store has no menu. */
export function initialStore(store: Store, content: MenuContent | undefined): InitialStore {
  const { open_orders: _, next_change_at: __, ...members } = store;
  return {
    content,
    store: {
      ...members,
      test: true,
      menu: content === undefined ? { status: 'none' } : liveMenu(store.menu, store, content),
      open_orders: { total: 0, items: [] },
      recently_closed: { total: 0, items: [] },
      integration: { webhook_state: 'healthy', consecutive_failures: 0 },
    },
  };
}

/** Returns the record of a store. */
export const storeRecord = (store: Store, live: StoreMenuVersion | undefined): StoreRecord => ({
  id: store.id,
  base: store,
  requested: store.requested,
  imposed: store.blockers.filter(({ code }) => !computedBlockers.includes(code)),
  rejections: 0,
  missedAcknowledgements: 0,
  menu: store.menu,
  ...(live !== undefined && { live }),
  failsNextMenu: false,
  integration: store.integration,
  revision: store.revision,
  updatedAt: store.updated_at,
});

const isMarketplaceBlocker = ({ resolvable_by, fulfillment }: Store['blockers'][number]): boolean =>
  resolvable_by === 'marketplace' && fulfillment === undefined;

const openStatus = ({ requested }: Store): Store['requested'] =>
  requested.status === 'open'
    ? requested
    : { status: 'open', set_by: 'merchant', set_at: requested.set_at };

function liveMenu(
  { menu_version, published_at, reference, status }: StoreMenu,
  { id, updated_at }: Store,
  content: MenuContent,
): StoreMenu {
  const version = menu_version ?? `mnu_${id.replace(/^sto_/, '')}`;
  const since = published_at ?? updated_at;
  return {
    status: 'live',
    menu_version: version,
    published_at: since,
    item_count: content.items.length,
    submitted_version: version,
    submitted_at: since,
    ...(reference !== undefined && status === 'live' && { reference }),
  };
}
