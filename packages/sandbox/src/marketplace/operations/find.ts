import type { Command } from '../../kernel/command.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { expireOrder } from '../scenarios/steps.ts';
import { ownsStore } from '../state/integrations.ts';
import type { OrderRecord, StoreRecord } from '../state/records.ts';

const day = 24 * 3_600_000;
/** Retention of a closed order (contract: "Retention"). */
const orderRetention = 400 * day;

/** Returns whether the retention period of an order has ended. */
export const isDeleted = ({ order }: OrderRecord, now: number): boolean =>
  order.closed_at !== undefined && now - Date.parse(order.closed_at) >= orderRetention;

/**
 * Returns the order of a request. If the order was not accepted in time, it expires first.
 *
 * @throws {ProblemError} `order_not_found`, also for orders of other integrations and after the
 * retention period
 */
export function findOrder(
  context: MarketplaceContext,
  { parameters, token }: Command,
): OrderRecord {
  const id = parameters.get('id') ?? '';
  const record = context.state.orders.get(id);
  if (
    record === undefined ||
    !ownsStore(context.state, token, record.order.store_id) ||
    isDeleted(record, context.clock.now())
  )
    throw new ProblemError('order_not_found', `No order of your integration has the ID ${id}.`);
  // The task that expires the order may run slightly late, but the deadline applies.
  const { accept_by: acceptBy } = record.order.acceptance;
  const isOver = acceptBy !== undefined && context.clock.now() > Date.parse(acceptBy);
  return isOver ? expireOrder(context, record) : record;
}

/**
 * Returns the store of a request.
 *
 * @throws {ProblemError} `store_not_found`, also for stores of other integrations
 */
export function findStore(
  { state }: MarketplaceContext,
  { parameters, token }: Command,
): StoreRecord {
  const id = parameters.get('id') ?? parameters.get('store_id') ?? '';
  const store = state.stores.get(id);
  if (store === undefined || !ownsStore(state, token, id))
    throw new ProblemError('store_not_found', `Your integration has no store with the ID ${id}.`);
  return store;
}
