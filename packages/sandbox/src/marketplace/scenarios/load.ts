import type { JsonObject } from '@delivery-api/specs/contract';
import { alwaysOpen } from '../../kernel/opening-hours.ts';
import type { ProblemItem } from '../../kernel/problem-error.ts';
import { shiftTimes } from '../../kernel/shift-times.ts';
import { replaceLeapSecondsInLists } from '../../validation/leap-seconds.ts';
import { checkData } from '../domain/initial-data/check-data.ts';
import {
  exampleStores,
  type InitialStore,
  initialStore,
  storeRecord,
} from '../domain/initial-data/initial-stores.ts';
import type { CheckSubmission } from '../domain/menus/check-schema.ts';
import { contentOf } from '../domain/menus/content.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { rejectItems } from '../domain/rules/reject-items.ts';
import type { Examples } from '../state/examples.ts';
import { type InitialData, readData } from '../state/load-data.ts';
import { addMenu, newMenuVersion } from '../state/marketplace-state.ts';
import type { Order } from '../state/records.ts';
import { insertOrder } from './insert-order.ts';
import { scheduleRequestEnd } from './store-changes.ts';

const schemaNames = { stores: 'Store', orders: 'Order', menus: 'SubmitMenuRequest' } as const;

/** Time until the deadlines of the example orders, in milliseconds. */
const exampleDeadline = 30 * 24 * 3_600_000;

/**
 * Replaces the state with data. If the data has no stores, the stores in the contract's examples
 * are used. A store without a menu in the data gets its menu from the examples, if they have one
 * for its ID. By default, there are no orders.
 *
 * @throws {ProblemError} `validation_failed`; the state is then unchanged
 */
export function loadData(
  context: MarketplaceContext,
  examples: Examples,
  checkSchema: CheckSubmission,
  input: JsonObject,
): void {
  const { check, contract, rules, state } = context;
  const errors: ProblemItem[] = [];
  const data = readData(
    replaceLeapSecondsInLists(contract, schemaNames, input),
    {
      stores: (entry, at) => check('Store', entry, at),
      orders: (entry, at) => check('Order', entry, at),
      menus: (entry, at) => {
        const { fieldErrors, entityErrors } = checkSchema(entry);
        return [...fieldErrors, ...entityErrors].map((error) => ({
          ...error,
          pointer: `${at}${error.pointer}`,
        }));
      },
    },
    errors,
  );
  rejectItems(errors);
  const orders = data.orders.map((order) => shiftTimes({ ...order, test: true }, 0));
  const stores = initialStores(examples, data);
  rejectItems(checkData({ ...data, orders }, stores, rules.transitions));
  clear(context);
  for (const { store, content } of stores) {
    const menu = content && newMenuVersion(store.menu.menu_version ?? '', addMenu(state, content));
    state.stores.put(storeRecord(store, menu));
    scheduleRequestEnd(context, store.id, store.requested);
  }
  for (const order of orders)
    insertOrder(context, { ...order, allowed_transitions: rules.transitions.allowed(order) });
  state.integrations.set(data.integrations);
  state.isLoaded.set(true);
}

/**
 * Adds the orders in the contract's examples. The store in documented requests is always open. Each
 * order has just reached its first documented status, and has late deadlines unless it is closed.
 */
export function loadExamples(context: MarketplaceContext, examples: Examples): void {
  const { state, rules, clock } = context;
  const now = clock.now();
  const [{ id: documented } = { id: '' }] = examples.stores;
  const store = state.stores.get(documented);
  if (store !== undefined) state.stores.update(store, { base: alwaysOpen(store.base) });
  for (const order of firstStates(examples.orders)) {
    const shifted = shiftTimes({ ...order, test: true }, now - Date.parse(order.updated_at));
    const open = order.phase === 'closed' ? shifted : withLateDeadlines(shifted, now);
    insertOrder(context, { ...open, allowed_transitions: rules.transitions.allowed(open) });
  }
}

function firstStates(orders: readonly Order[]): Order[] {
  const first = new Map<string, Order>();
  for (const order of orders)
    if (order.revision < (first.get(order.id)?.revision ?? Number.POSITIVE_INFINITY))
      first.set(order.id, order);
  return [...first.values()];
}

/** Returns an order with late deadlines, so that documented requests are in time. */
function withLateDeadlines(order: Order, now: number): Order {
  const { acceptance, acknowledgement, timing } = order;
  const deadline = new Date(now + exampleDeadline).toISOString();
  return {
    ...order,
    acceptance: {
      ...acceptance,
      ...(acceptance.accept_by !== undefined && { accept_by: deadline }),
    },
    acknowledgement: { ...acknowledgement, acknowledge_by: deadline },
    timing: {
      ...timing,
      ...(timing.latest_ready_at !== undefined && { latest_ready_at: deadline }),
    },
  };
}

/**
 * Returns the stores in the data, otherwise in the examples. Each store has its last menu in the
 * data, otherwise its menu in the examples.
 */
function initialStores(examples: Examples, { stores, menus }: InitialData): InitialStore[] {
  const defaults = exampleStores(examples);
  const contents = new Map(defaults.map(({ store, content }) => [store.id, content]));
  const selectedStores =
    stores.length === 0
      ? defaults
      : stores.map((store) => initialStore(store, contents.get(store.id)));
  return selectedStores.map((initial) => {
    const menu = menus.findLast(({ store_ids }) => store_ids.includes(initial.store.id));
    return menu === undefined ? initial : initialStore(initial.store, contentOf(menu));
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
