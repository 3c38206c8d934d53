import type { Command } from '../../kernel/command.ts';
import { upcoming } from '../../kernel/opening-hours.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import { isForeign } from '../../kernel/tokens.ts';
import { standingOf } from '../domain/stores/store-availability.ts';
import type { MarketplaceState } from '../state/marketplace-state.ts';
import { type OrderRecord, readyAt } from '../state/order-record.ts';
import type { OpenOrder, Store } from '../state/store-model.ts';
import type { StoreState } from '../state/store-state.ts';

/** How many open orders a store lists, and how many it counts (contract: `OpenOrders`). */
const mostListed = 200;
const mostCounted = 100_000;

/**
 * The store that a call names.
 *
 * @throws {ProblemError} `store_not_found`, also for the stores of others
 */
export function findStore(
  { stores }: MarketplaceState,
  { parameters, token }: Command,
): StoreState {
  const id = parameters.get('id') ?? parameters.get('store_id') ?? '';
  const store = isForeign(token) ? undefined : stores.get(id);
  if (store === undefined)
    throw new ProblemError('store_not_found', `Your integration has no store ${id}.`);
  return store;
}

/** A store as it is read at this moment (contract: `Store`). */
export function viewOf({ parts, rules, orders }: MarketplaceState, store: StoreState): Store {
  const { base, menu, integration, revision, updatedAt } = store;
  const now = parts.clock.now();
  const { status, requested, blockers, options, isAccepting, nextChangeAt } = standingOf(
    store,
    rules,
    now,
  );
  const { total, first } = orders.open(base.id, mostListed);
  return {
    ...base,
    revision,
    status,
    accepting_orders: isAccepting,
    requested,
    blockers,
    ...(nextChangeAt !== undefined && { next_change_at: parts.clock.instant(nextChangeAt) }),
    fulfillment_options: options,
    preparation: {
      default_minutes: base.preparation.default_minutes,
      extra_minutes: status === 'busy' ? (requested.extra_preparation_minutes ?? 0) : 0,
    },
    special_days: upcoming(base.timezone, base.special_days, now),
    menu,
    open_orders: { total: Math.min(total, mostCounted), items: first.map(listed) },
    integration,
    updated_at: updatedAt,
  };
}

function listed({ order }: OrderRecord): OpenOrder {
  const { acceptance, timing } = order;
  const ready = readyAt(timing);
  return {
    order_id: order.id,
    display_id: order.display_id,
    status: order.status,
    phase: order.phase,
    revision: order.revision,
    acknowledgement_state: order.acknowledgement.state,
    fulfillment_type: order.fulfillment.type,
    ...(order.phase === 'placed' &&
      acceptance.accept_by !== undefined && { accept_by: acceptance.accept_by }),
    ...(ready !== undefined && { ready_at: ready }),
  };
}
