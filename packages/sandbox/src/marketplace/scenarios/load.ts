import type { JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../kernel/problem-error.ts';
import { checkData } from '../domain/initial-data/check-data.ts';
import {
  exampleStores,
  type InitialStore,
  initialStore,
  storeRecord,
} from '../domain/initial-data/initial-stores.ts';
import type { CheckSubmission } from '../domain/menus/check-schema.ts';
import { contentOf } from '../domain/menus/content.ts';
import { shiftTimes } from '../domain/order-factory/shift-times.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { rejectItems } from '../domain/rules/reject-items.ts';
import type { Examples } from '../state/examples.ts';
import { type InitialData, readData } from '../state/load-data.ts';
import { addMenu, newMenuVersion } from '../state/marketplace-state.ts';
import { enterOrder } from './enter-order.ts';
import { scheduleRequestEnd } from './store-changes.ts';

/**
 * Replaces the state: with the stores and menus of the contract's examples, or with data. Lists that
 * the data does not have come from the examples; there are no orders by default.
 *
 * @throws {ProblemError} `validation_failed`; then nothing has changed
 */
export function loadData(
  context: MarketplaceContext,
  examples: Examples,
  checkSchema: CheckSubmission,
  input: JsonObject,
): void {
  const { check, rules, state } = context;
  const errors: ProblemItem[] = [];
  const data = readData(
    input,
    {
      stores: (entry, at) => check('Store', entry, at),
      orders: (entry, at) => check('Order', entry, at),
      menus: (entry, at) => {
        const { frame, entities } = checkSchema(entry);
        return [...frame, ...entities].map((error) => ({
          ...error,
          pointer: `${at}${error.pointer}`,
        }));
      },
    },
    errors,
  );
  rejectItems(errors, 'data');
  const orders = data.orders.map((order) => shiftTimes({ ...order, test: true }, 0));
  const stores = initialStores(examples, data);
  rejectItems(checkData({ ...data, orders }, stores, rules.transitions), 'data');
  clear(context);
  for (const { store, content } of stores) {
    const menu = content && newMenuVersion(store.menu.menu_version ?? '', addMenu(state, content));
    state.stores.put(storeRecord(store, menu));
    scheduleRequestEnd(context, store.id, store.requested);
  }
  for (const order of orders)
    enterOrder(context, { ...order, allowed_transitions: rules.transitions.allowed(order) });
  state.isLoaded.set(true);
}

/** Returns the stores of the data, otherwise of the examples, with the last menu of each. */
function initialStores(examples: Examples, { stores, menus }: InitialData): InitialStore[] {
  const defaults = exampleStores(examples);
  const contents = new Map(defaults.map(({ store, content }) => [store.id, content]));
  const chosen =
    stores.length === 0
      ? defaults
      : stores.map((store) => initialStore(store, contents.get(store.id)));
  return chosen.map((one) => {
    const menu = menus.findLast(({ store_ids }) => store_ids.includes(one.store.id));
    return menu === undefined ? one : initialStore(one.store, contentOf(menu));
  });
}

function clear({ state, scheduler }: MarketplaceContext): void {
  for (const collection of [state.orders, state.stores, state.menus, state.evictedOrders]) {
    for (const { id } of [...collection.values()]) {
      scheduler.cancelAll(id);
      collection.delete(id);
    }
  }
  state.orderNumber.set(0);
  state.menuNumber.set(0);
}
