import type { OpenOrder, RecentlyClosed, Store } from '@delivery-api/marketplace-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import { upcoming } from '../../kernel/opening-hours.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { availabilityOf } from '../domain/stores/availability.ts';
import { type Order, readyAt, type StoreRecord } from '../state/records.ts';

/** Maximum number of orders in a list (contract: `OpenOrders`, `RecentlyClosed`). */
const maxListed = 200;
/** Maximum `total` of a list. */
const maxCounted = 100_000;

/** Returns a store at the current time (contract: `Store`). */
export function storeView({ state, rules, clock }: MarketplaceContext, store: StoreRecord): Store {
  const { base, menu, integration, revision, updatedAt } = store;
  const now = clock.now();
  const availability = availabilityOf(store, rules, now);
  const { status, requested, blockers, options, isAccepting, nextChangeAt } = availability;
  const { openOrders, orders } = state;
  return {
    ...base,
    revision,
    status,
    accepting_orders: isAccepting,
    requested,
    blockers,
    ...(nextChangeAt !== undefined && { next_change_at: clock.instant(nextChangeAt) }),
    fulfillment_options: options,
    preparation: {
      default_minutes: base.preparation.default_minutes,
      extra_minutes: status === 'busy' ? (requested.extra_preparation_minutes ?? 0) : 0,
    },
    special_days: upcoming(base.timezone, base.special_days, now),
    menu,
    open_orders: {
      total: Math.min(openOrders.count(base.id), maxCounted),
      items: openOrders
        .first(base.id, maxListed)
        .flatMap((id) => orders.get(id) ?? [])
        .map(({ order }) => openOrder(order)),
    },
    recently_closed: recentlyClosed(state, base.id, now),
    integration,
    updated_at: updatedAt,
  };
}

/**
 * Time for which a closed order is listed after its last change, in milliseconds (contract:
 * `RecentlyClosed`).
 */
const recentlyClosedPeriod = 72 * 3_600_000;

function recentlyClosed(
  { closedOrders, orders }: MarketplaceContext['state'],
  storeId: string,
  now: number,
): RecentlyClosed {
  const total = closedOrders.count(storeId, recentlyClosedPeriod - now);
  const items = closedOrders
    .first(storeId, Math.min(total, maxListed))
    .flatMap((id) => orders.get(id) ?? [])
    .map(({ order }) => ({
      order_id: order.id,
      display_id: order.display_id,
      status: order.status,
      revision: order.revision,
      closed_at: order.closed_at ?? order.updated_at,
      updated_at: order.updated_at,
    }));
  return { total: Math.min(total, maxCounted), items };
}

function openOrder(order: Order): OpenOrder {
  const { accept_by } = order.acceptance;
  const ready_at = readyAt(order);
  return {
    order_id: order.id,
    display_id: order.display_id,
    status: order.status,
    phase: order.phase,
    revision: order.revision,
    acknowledgement_state: order.acknowledgement.state,
    fulfillment_type: order.fulfillment.type,
    ...(order.phase === 'placed' && accept_by !== undefined && { accept_by }),
    ...(ready_at !== undefined && { ready_at }),
  };
}

/** Returns the result of a status request (contract: `SetStoreStatusResult`). */
export function storeStatusResult(
  { rules, clock }: MarketplaceContext,
  store: StoreRecord,
  changed: boolean,
): JsonObject {
  const availability = availabilityOf(store, rules, clock.now());
  const { status, isAccepting, requested, blockers, nextChangeAt } = availability;
  return {
    store_id: store.id,
    changed,
    status,
    accepting_orders: isAccepting,
    requested,
    blockers,
    ...(nextChangeAt !== undefined && { next_change_at: clock.instant(nextChangeAt) }),
    revision: store.revision,
    applied_at: requested.set_at,
  };
}
