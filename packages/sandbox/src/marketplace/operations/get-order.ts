import type { Command } from '../../kernel/command.ts';
import type { SandboxResponse } from '../../kernel/interface-behavior.ts';
import { ProblemError } from '../../kernel/problem-error.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { ownsStore } from '../state/integrations.ts';
import { withoutPersonalData } from '../views/order.ts';
import { findOrder, isDeleted } from './find.ts';

const day = 24 * 3_600_000;
/** Retention of the personal data in a closed order (contract: "Retention"). */
const personalDataRetention = 30 * day;

/**
 * Handles `getOrder`. Omits personal data after its retention period.
 *
 * @throws {ProblemError} `order_not_found`; `resource_expired` after the retention period or an
 * eviction
 */
export function getOrder(context: MarketplaceContext, command: Command): SandboxResponse {
  const { state, clock, maxEntries } = context;
  const id = command.parameters.get('id') ?? '';
  const record = state.orders.get(id);
  const evicted = record === undefined ? state.evictedOrders.get(id) : undefined;
  if (evicted !== undefined && ownsStore(state, command.token, evicted.storeId)) {
    throw new ProblemError(
      'resource_expired',
      `The order ${id} was closed and evicted; the sandbox keeps the last ${maxEntries} closed orders.`,
    );
  }
  if (
    record !== undefined &&
    ownsStore(state, command.token, record.order.store_id) &&
    isDeleted(record, clock.now())
  )
    throw new ProblemError(
      'resource_expired',
      `The order ${id} was closed more than 400 days ago and has been deleted.`,
    );
  const { order } = findOrder(context, command);
  const age = order.closed_at === undefined ? 0 : clock.now() - Date.parse(order.closed_at);
  return { status: 200, body: age < personalDataRetention ? order : withoutPersonalData(order) };
}
