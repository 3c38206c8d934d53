import type { StoreBlocker } from '@delivery-api/marketplace-types';
import type { JsonObject, Schema } from '@delivery-api/specs/contract';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError, type ProblemItem } from '../../kernel/problem-error.ts';
import { replaceLeapSeconds } from '../../validation/leap-seconds.ts';
import { liveMenuOf } from '../domain/menus/live-menu.ts';
import { itemsOf } from '../domain/order-factory/bill.ts';
import { readOrder } from '../domain/order-factory/check-order.ts';
import { canOrder, chooseStore } from '../domain/order-factory/choose-store.ts';
import { completeOrder, isComplete } from '../domain/order-factory/complete-order.ts';
import { makeOrder } from '../domain/order-factory/make-order.ts';
import { templateFrom } from '../domain/order-factory/order-input.ts';
import type { OrderTemplate } from '../domain/order-factory/order-template.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { invalidMember, rejectItems } from '../domain/rules/reject-items.ts';
import { availabilityOf, coversAll } from '../domain/stores/availability.ts';
import { menuScenario, scenarioOf } from '../scenarios/definitions.ts';
import { insertOrder } from '../scenarios/insert-order.ts';
import { storeOf } from '../state/marketplace-state.ts';
import type { Order, StoreRecord } from '../state/records.ts';
import { orderEvent } from '../views/order-event.ts';

/** The options of a test order. */
interface CreateOrderOptions {
  store_id?: string;
  scenario?: string;
  /** A complete or partial order. */
  order?: JsonObject;
}

/**
 * Creates a test order: generated for a store or a scenario, completed from a partial order, or as
 * supplied.
 *
 * @returns 201 with the order; 200 without an order for the menu scenario
 * @throws {ProblemError} `validation_failed`, `store_not_found`
 */
export function createOrder(context: MarketplaceContext, input: JsonObject): SandboxResponse {
  const options = readOptions(input);
  const { scenario } = options;
  const partial =
    options.order && replaceLeapSeconds(context.contract, orderSchema(context), options.order);
  if (scenario === menuScenario) return failNextMenu(context, options);
  const template = templateOf(options);
  if (partial !== undefined && isComplete(context, partial))
    return addOrder(context, readOrder(context, partial), scenario);
  const store = storeFor(context, options, template);
  const order =
    partial === undefined
      ? makeOrder(context, store, template)
      : completeOrder(context, store, template, partial);
  if (order === undefined) {
    const message = `the store ${store.id} has no available items now`;
    throw invalidMember('/store_id', 'nothing_to_order', message);
  }
  if (template.hasBundle) requireBundle(order, options);
  return addOrder(context, order, scenario);
}

/**
 * Rejects an order without a bundle.
 *
 * @throws {ProblemError} `validation_failed`
 */
function requireBundle(
  { items, store_id: id }: Order,
  { order, scenario }: CreateOrderOptions,
): void {
  if (items.some(({ bundle_items }) => bundle_items !== undefined)) return;
  if (order?.items !== undefined) {
    const message = `must include an item with bundle_items, because the scenario ${scenario} requires it`;
    throw invalidMember('/order/items', 'contradicts', message);
  }
  const message = `the menu of the store ${id} has no available bundle now`;
  throw invalidMember('/store_id', 'nothing_to_order', message);
}

const orderSchema = ({ contract }: MarketplaceContext): Schema =>
  contract.schemas.get('Order') ?? {};

/**
 * Returns the options with the same store in `store_id` and in `order`.
 *
 * @throws {ProblemError} `validation_failed` if the options contradict each other
 */
function readOptions(input: CreateOrderOptions): CreateOrderOptions {
  const { order, store_id, scenario } = input;
  if (order === undefined) return input;
  if (scenario === menuScenario) {
    const message = `is not accepted with the scenario ${menuScenario}, which applies to a menu`;
    throw invalidMember('/order', 'contradicts', message);
  }
  const { store_id: id = store_id } = order;
  if (id === undefined) return input;
  if (typeof id !== 'string') throw invalidMember('/order/store_id', 'type', 'must be a string');
  if (store_id !== undefined && store_id !== id) {
    const message = `must be ${store_id}, the same as store_id; got ${id}`;
    throw invalidMember('/order/store_id', 'contradicts', message);
  }
  return { ...input, order: { ...order, store_id: id }, store_id: id };
}

/** Returns the combined requirements of the scenario and the partial order. */
function templateOf({ order, scenario }: CreateOrderOptions): OrderTemplate {
  const template = scenarioOf(scenario).order ?? {};
  if (order === undefined) return template;
  const errors: ProblemItem[] = [];
  const result = templateFrom(order, scenario, template, errors);
  rejectItems(errors);
  return result;
}

function storeFor(
  context: MarketplaceContext,
  { store_id: id, scenario, order }: CreateOrderOptions,
  template: OrderTemplate,
): StoreRecord {
  const { type, deliveredBy } = template;
  const required = [type, deliveredBy && `delivered_by ${deliveredBy}`].filter(Boolean);
  const fulfillment = required.length === 0 ? 'a fulfillment option' : required.join(' with ');
  if (id === undefined) {
    const suitable = chooseStore(context, template);
    if (suitable !== undefined) return suitable;
    if (scenario === undefined) {
      const message = `no store with a live menu offers ${fulfillment}`;
      throw invalidMember('/order/fulfillment', 'not_possible', message);
    }
    const message = `no store meets the requirements of the scenario ${scenario}`;
    throw invalidMember('/scenario', 'not_possible', message);
  }
  const { stores } = context.state;
  const store = stores.get(id);
  if (store === undefined) {
    const ids = [...stores.values()].map((record) => record.id).join(', ');
    if (order?.store_id === id) {
      const message = `no store has the ID ${id}; available stores: ${ids}`;
      throw invalidMember('/order/store_id', 'unknown_store', message);
    }
    throw new ProblemError(
      'store_not_found',
      `No store has the ID ${id}. Available stores: ${ids}.`,
    );
  }
  if (store.live === undefined) {
    const message = `the store ${id} has no live menu; submit a menu first`;
    throw invalidMember('/store_id', 'no_menu', message);
  }
  const blocker = requestedBlocker(context, store);
  if (blocker !== undefined) {
    const message = `the store ${id} does not accept orders (${blocker.code}); open it with setStoreStatus`;
    throw invalidMember('/store_id', 'store_blocked', message);
  }
  if (canOrder(store, template)) return store;
  const missing = scenario === undefined ? fulfillment : `what ${scenario} requires`;
  throw invalidMember('/store_id', 'not_possible', `the store ${id} does not offer ${missing}`);
}

/**
 * The blockers that a merchant requested. Of all blockers, only these and `no_menu` prevent a test
 * order for a given store. They do not prevent a supplied complete order.
 */
const requestedBlockers: readonly string[] = ['paused_by_merchant', 'closed_by_merchant'];

/**
 * Returns the blocker with which the merchant has paused or closed the whole store; `undefined` if
 * there is none.
 */
function requestedBlocker(
  { clock, rules }: MarketplaceContext,
  store: StoreRecord,
): StoreBlocker | undefined {
  const { blockers } = availabilityOf(store, rules, clock.now());
  return blockers.find(
    (blocker) => requestedBlockers.includes(blocker.code) && coversAll(blocker, store),
  );
}

/** Adds an order, reduces the stock, and sends the event (contract: webhook `order_created`). */
function addOrder(
  context: MarketplaceContext,
  order: Order,
  scenario: string | undefined,
): SandboxResponse {
  const { state, rules, dispatcher, newId, onChange, baseUrl } = context;
  const eventId = newId('evt');
  const details = { eventId, ...(scenario !== undefined && { scenario }) };
  const record = insertOrder(context, order, details);
  const store = storeOf(state, record);
  const stock = liveMenuOf(state, store)?.stockAfter(order.items.flatMap(itemsOf));
  if (store.live !== undefined && stock !== undefined && stock.length > 0)
    state.stores.update(store, { live: { ...store.live, stock } });
  const { acceptance, acknowledgement } = order;
  dispatcher.send(orderEvent(order, eventId, rules), order.id, {
    until: Date.parse(acceptance.accept_by ?? acknowledgement.acknowledge_by),
    faults: scenarioOf(scenario).faults ?? [],
  });
  onChange('order', order.id);
  const headers = { Location: `${baseUrl()}/orders/${order.id}` };
  return { status: 201, body: order, headers };
}

function failNextMenu(
  { state: { stores } }: MarketplaceContext,
  { store_id: id, scenario = '' }: CreateOrderOptions,
): SandboxResponse {
  const store = id === undefined ? [...stores.values()][0] : stores.get(id);
  if (store === undefined)
    throw new ProblemError(
      'store_not_found',
      id === undefined ? 'The sandbox has no stores.' : `No store has the ID ${id}.`,
    );
  stores.update(store, { failsNextMenu: true });
  return { status: 200, body: { scenario, store_id: store.id, waits_for: 'submitMenu' } };
}
