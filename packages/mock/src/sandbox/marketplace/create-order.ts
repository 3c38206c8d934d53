import type { JsonObject } from '@delivery-api/specs/contract';
import { readForm } from '../../control/form.ts';
import { orderForm } from '../../control/forms.ts';
import { Refusal } from '../../server/refusal.ts';
import type { SandboxAnswer } from '../world.ts';
import { enter } from './build.ts';
import type { ClosedCheck } from './closed-check.ts';
import { partsOf } from './making/bill.ts';
import { canMake, chooseStore } from './making/choose-store.ts';
import { takeOrder } from './making/given-order.ts';
import { makeOrder } from './making/make-order.ts';
import type { Order } from './order-model.ts';
import { announce } from './orders/event.ts';
import type { Plot } from './scenarios/plot.ts';
import { menuScenario, plots } from './scenarios/plots.ts';
import type { Market } from './state.ts';
import type { StoreState } from './stores/store-state.ts';

/** What the control surface may ask for. */
interface Wish {
  store_id?: string;
  scenario?: string;
  order?: JsonObject;
}

/**
 * Lets an order arrive: made up for a store, for a scenario, or as it was given.
 *
 * @param known orders of the contract's examples, whose customers order again
 * @returns 201 with the order; for the scenario of a menu 200, for no order belongs to it
 * @throws {Refusal} `validation_failed` with what is wrong with the wish, `store_not_found`
 */
export function createOrder(market: Market, check: ClosedCheck, known: readonly Order[], given: JsonObject): SandboxAnswer {
  const wish = readWish(market, given);
  if (wish.order !== undefined) return arrive(market, takeOrder(market, check, wish.order), undefined);
  if (wish.scenario === menuScenario) return failNextMenu(market, wish);
  const plot = wish.scenario === undefined ? undefined : plots[wish.scenario];
  const store = storeFor(market, wish, plot);
  const order = makeOrder(market, store, plot?.plan ?? {}, known);
  if (order === undefined) throw refused('/store_id', 'nothing_to_order', `is ${store.base.id}, which has nothing to order at present`);
  return arrive(market, order, plot);
}

function readWish({ rules: { contract } }: Market, given: JsonObject): Wish {
  const wish = readForm(orderForm(contract), given);
  if (wish.order !== undefined && Object.keys(wish).length > 1) {
    throw refused('/order', 'not', 'must not stand together with store_id or scenario');
  }
  return wish as Wish;
}

function storeFor(market: Market, { store_id: id, scenario }: Wish, plot: Plot | undefined): StoreState {
  if (id === undefined) {
    const chosen = chooseStore(market, plot?.plan ?? {});
    if (chosen === undefined)
      throw refused('/scenario', 'not_possible', `${scenario ?? 'an order'} needs a store that offers it, and there is none`);
    return chosen;
  }
  const store = market.stores.get(id);
  if (store === undefined)
    throw new Refusal('store_not_found', `There is no store ${id}; there are ${[...market.stores.keys()].join(', ')}.`);
  if (store.live === undefined) throw refused('/store_id', 'no_menu', `is ${id}, which has no menu from which to order`);
  if (!canMake(store, plot?.plan ?? {}))
    throw refused('/store_id', 'not_possible', `is ${id}, which does not offer what ${scenario} is about`);
  return store;
}

function arrive(market: Market, order: Order, plot: Plot | undefined): SandboxAnswer {
  const store = market.stores.get(order.store_id);
  for (const [itemId, quantity] of order.items.flatMap(partsOf)) store?.live?.sold(itemId, quantity);
  const record = enter(market, order, plot);
  announce(market, record);
  market.parts.onChange('order', order.id);
  return { status: 201, body: order, headers: { Location: `${market.parts.baseUrl()}/orders/${order.id}` } };
}

function failNextMenu(market: Market, { store_id: id, scenario = '' }: Wish): SandboxAnswer {
  const store = id === undefined ? [...market.stores.values()][0] : market.stores.get(id);
  if (store === undefined) throw new Refusal('store_not_found', `There is no store ${id ?? 'at all'}.`);
  store.failsNextMenu = true;
  return { status: 200, body: { scenario, store_id: store.base.id, waits_for: 'submitMenu' } };
}

const refused = (pointer: string, code: string, message: string): Refusal =>
  new Refusal('validation_failed', `${pointer} ${message}.`, { faults: [{ pointer, code, message }] });
