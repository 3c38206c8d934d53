import { menuFromOrders } from '../domain/menus/menu-from-orders.ts';
import type { Examples } from './examples.ts';
import type { MenuContent, Submission } from './menu-model.ts';
import type { Store, StoreMenu } from './store-model.ts';

/** A store to begin with, and what it sells. */
export interface Seed {
  store: Store;
  content: MenuContent | undefined;
}

/**
 * The stores of the contract's examples, each once and in its base form: open, without orders, with
 * the menu that the examples know.
 */
export function seedsFrom({ stores, orders, submissions }: Examples): Seed[] {
  const ids = [...new Set(stores.map(({ id }) => id))];
  return ids.map((id) => {
    const forms = stores.filter((store) => store.id === id);
    const form = forms.find(({ accepting_orders }) => accepting_orders) ?? (forms[0] as Store);
    const submission = submissions.find(({ store_ids }) => store_ids.includes(id));
    const content =
      submission === undefined
        ? menuFromOrders(orders.filter(({ store_id }) => store_id === id))
        : contentOf(submission);
    return seed(
      { ...form, blockers: form.blockers.filter(isFromAbove), requested: opened(form) },
      content,
    );
  });
}

/**
 * A store as it begins in the sandbox. A menu of which nobody knows what is in it does not count.
 */
export function seed(store: Store, content: MenuContent | undefined): Seed {
  const { open_orders: _, next_change_at: __, ...lasting } = store;
  return {
    content,
    store: {
      ...lasting,
      test: true,
      menu: content === undefined ? { status: 'none' } : liveMenu(store.menu, store, content),
      open_orders: { total: 0, items: [] },
      integration: { webhook_state: 'healthy', consecutive_failures: 0 },
    },
  };
}

/** What is sold, without what concerns the submitting. */
export function contentOf({
  store_ids: _,
  reference: __,
  validate_only: ___,
  max_removed_percent: ____,
  ...content
}: Submission): MenuContent {
  return content;
}

const isFromAbove = ({ resolvable_by, fulfillment_types }: Store['blockers'][number]): boolean =>
  resolvable_by === 'marketplace' && fulfillment_types === undefined;

const opened = ({ requested }: Store): Store['requested'] =>
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
