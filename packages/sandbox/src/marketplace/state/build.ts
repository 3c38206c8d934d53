import type { InterfaceContext } from '../../kernel/interface-behavior.ts';
import { LiveMenu } from '../domain/menus/live-menu.ts';
import { followCourier } from '../domain/orders/courier.ts';
import { followDeadlines, followRejections, planDeadlines } from '../domain/orders/deadlines.ts';
import { followDecision } from '../domain/orders/decision.ts';
import type { Rules } from '../domain/rules.ts';
import { planEnd } from '../domain/stores/requested-status.ts';
import type { Plot } from '../scenarios/scenario.ts';
import type { MarketplaceState } from './marketplace-state.ts';
import { OrderBook } from './order-book.ts';
import type { Order } from './order-model.ts';
import { deadlineOf, type OrderRecord } from './order-record.ts';
import type { Seed } from './seeds.ts';
import { StoreState } from './store-state.ts';
import { Timers } from './timers.ts';

/** Makes a marketplace of stores and what they sell. */
export function createMarketplaceState(
  parts: InterfaceContext,
  rules: Rules,
  seeds: readonly Seed[],
): MarketplaceState {
  const stores = new Map(seeds.map((seed) => [seed.store.id, stateOf(parts, seed)]));
  const market: MarketplaceState = {
    parts,
    rules,
    stores,
    orders: new OrderBook(parts.maxEntries),
    followers: [],
  };
  market.followers.push(
    (record, before) => followDeadlines(market, record, before),
    (record) => followRejections(market, record),
    (record) => followCourier(market, record),
    (record) => followDecision(market, record),
    (record) => record.order.phase !== 'closed' && record.plot?.follow?.(market, record),
  );
  for (const store of stores.values()) planEnd(store);
  return market;
}

/** Takes an order into a marketplace, with everything that time will do to it. */
export function enter(market: MarketplaceState, order: Order, plot?: Plot): OrderRecord {
  const record: OrderRecord = {
    order,
    number: market.orders.nextNumber(),
    delivery: undefined,
    timers: new Timers(market.parts.clock),
    plot,
    deadline: deadlineOf(order),
    readyWish: undefined,
  };
  market.orders.add(record);
  if (order.phase !== 'closed') {
    planDeadlines(market, record);
    followCourier(market, record);
  }
  followDecision(market, record);
  return record;
}

function stateOf({ clock, onChange }: InterfaceContext, { store, content }: Seed): StoreState {
  const state = new StoreState(store, clock, (id) => onChange('store', id));
  if (content !== undefined) state.live = new LiveMenu(store.menu.menu_version as string, content);
  return state;
}
