import type { JsonObject } from '@delivery-api/specs/contract';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError, type ProblemItem } from '../../kernel/problem-error.ts';
import type { ClosedCheck } from '../../validation/closed-check.ts';
import { partsOf } from '../domain/order-factory/bill.ts';
import { canMake, chooseStore } from '../domain/order-factory/choose-store.ts';
import { completeOrder, isWhole } from '../domain/order-factory/complete-order.ts';
import { refuse, takeOrder } from '../domain/order-factory/given-order.ts';
import { makeOrder } from '../domain/order-factory/make-order.ts';
import { planOf } from '../domain/order-factory/parts.ts';
import type { OrderPlan } from '../domain/order-factory/plan.ts';
import { menuScenario, plots } from '../scenarios/definitions.ts';
import type { Plot } from '../scenarios/scenario.ts';
import { enter } from '../state/build.ts';
import type { MarketplaceState } from '../state/marketplace-state.ts';
import type { Order } from '../state/order-model.ts';
import type { StoreState } from '../state/store-state.ts';
import { announce } from '../views/order-event.ts';

/** What the control surface may ask for. */
interface Wish {
  store_id?: string;
  scenario?: string;
  order?: JsonObject;
}

/**
 * Lets an order arrive: made up for a store, for a scenario, around the parts that were given, or
 * whole as it was given.
 *
 * @param known orders of the contract's examples, whose customers order again
 * @returns 201 with the order; for the scenario of a menu 200, for no order belongs to it
 * @throws {ProblemError} `validation_failed` with what is wrong with the wish, `store_not_found`
 */
export function createOrder(
  market: MarketplaceState,
  check: ClosedCheck,
  known: readonly Order[],
  given: JsonObject,
): SandboxResponse {
  const wish = readWish(given);
  if (wish.scenario === menuScenario) return failNextMenu(market, wish);
  const plot = wish.scenario === undefined ? undefined : plots[wish.scenario];
  const plan = planFrom(wish, plot);
  if (wish.order !== undefined && isWhole(market, wish.order))
    return arrive(market, takeOrder(market, check, wish.order), plot);
  const store = storeFor(market, wish, plan);
  const order =
    wish.order === undefined
      ? makeOrder(market, store, plan, known)
      : completeOrder(market, check, known, store, plan, wish.order);
  if (order === undefined)
    throw refused(
      '/store_id',
      'nothing_to_order',
      `is ${store.base.id}, which has nothing to order at present`,
    );
  return arrive(market, order, plot);
}

function readWish(given: JsonObject): Wish {
  const { order, ...wish } = given as Wish;
  if (order === undefined) return wish;
  if (wish.scenario === menuScenario)
    throw refused(
      '/order',
      'contradicts',
      `does not go with the scenario ${menuScenario}, which is about a menu`,
    );
  const { store_id: id } = order;
  if (id === undefined)
    return {
      ...wish,
      order: wish.store_id === undefined ? order : { ...order, store_id: wish.store_id },
    };
  if (typeof id !== 'string') throw refused('/order/store_id', 'type', 'must be string');
  if (wish.store_id !== undefined && wish.store_id !== id)
    throw refused('/order/store_id', 'contradicts', `is ${id}, but store_id is ${wish.store_id}`);
  return { ...wish, order, store_id: id };
}

/** What the scenario and the parts ask for together. */
function planFrom({ order, scenario }: Wish, plot: Plot | undefined): OrderPlan {
  const plan = plot?.plan ?? {};
  if (order === undefined) return plan;
  const faults: ProblemItem[] = [];
  const whole = planOf(order, scenario, plan, (fault) => faults.push(fault));
  refuse(faults);
  return whole;
}

function storeFor(
  market: MarketplaceState,
  { store_id: id, scenario, order }: Wish,
  plan: OrderPlan,
): StoreState {
  const way = [plan.type, plan.deliveredBy && `by ${plan.deliveredBy}`].filter(Boolean).join(' ');
  if (id === undefined) {
    const chosen = chooseStore(market, plan);
    if (chosen === undefined && scenario === undefined)
      throw refused('/order/fulfillment', 'not_possible', `asks for ${way}, which no store offers`);
    if (chosen === undefined)
      throw refused(
        '/scenario',
        'not_possible',
        `${scenario ?? 'an order'} needs a store that offers it, and there is none`,
      );
    return chosen;
  }
  const store = market.stores.get(id);
  if (store === undefined && order?.store_id === id)
    throw refused(
      '/order/store_id',
      'unknown_store',
      `there is no store ${id}; there are ${[...market.stores.keys()].join(', ')}`,
    );
  if (store === undefined)
    throw new ProblemError(
      'store_not_found',
      `There is no store ${id}; there are ${[...market.stores.keys()].join(', ')}.`,
    );
  if (store.live === undefined)
    throw refused('/store_id', 'no_menu', `is ${id}, which has no menu from which to order`);
  if (!canMake(store, plan))
    throw refused(
      '/store_id',
      'not_possible',
      `is ${id}, which does not offer ${scenario === undefined ? way : `what ${scenario} is about`}`,
    );
  return store;
}

function arrive(market: MarketplaceState, order: Order, plot: Plot | undefined): SandboxResponse {
  const store = market.stores.get(order.store_id);
  for (const [itemId, quantity] of order.items.flatMap(partsOf))
    store?.live?.sold(itemId, quantity);
  const record = enter(market, order, plot);
  announce(market, record);
  market.parts.onChange('order', order.id);
  return {
    status: 201,
    body: order,
    headers: { Location: `${market.parts.baseUrl()}/orders/${order.id}` },
  };
}

function failNextMenu(
  market: MarketplaceState,
  { store_id: id, scenario = '' }: Wish,
): SandboxResponse {
  const store = id === undefined ? [...market.stores.values()][0] : market.stores.get(id);
  if (store === undefined)
    throw new ProblemError('store_not_found', `There is no store ${id ?? 'at all'}.`);
  store.failsNextMenu = true;
  return { status: 200, body: { scenario, store_id: store.base.id, waits_for: 'submitMenu' } };
}

const refused = (pointer: string, code: string, message: string): ProblemError =>
  new ProblemError('validation_failed', `${pointer} ${message}.`, {
    errors: [{ pointer, code, message }],
  });
