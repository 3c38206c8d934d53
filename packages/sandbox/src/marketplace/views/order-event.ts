import type { Attempt } from '../../webhooks/dispatcher.ts';
import { type MarketplaceState, storeOf } from '../state/marketplace-state.ts';
import type { OrderRecord } from '../state/order-record.ts';
import type { StoreState } from '../state/store-state.ts';

/**
 * Sends the event of a new order: the whole order as it is read at this moment (contract:
 * `OrderCreatedEvent`).
 */
export function announce(market: MarketplaceState, record: OrderRecord): void {
  const { parts, rules } = market;
  const { order, plot } = record;
  const { accept_by: acceptBy } = order.acceptance;
  const store = storeOf(market, record);
  const event = {
    id: parts.newId('evt'),
    type: rules.event.name,
    occurred_at: order.created_at,
    api_version: rules.apiVersion,
    test: order.test,
    store_id: order.store_id,
    data: order,
  };
  record.delivery = parts.dispatcher.send(event, order.id, {
    until: Date.parse(acceptBy ?? order.acknowledgement.acknowledge_by),
    faults: plot?.faults ?? [],
    onAttempt: (attempt) => noteAttempt(store, attempt),
  });
}

/** Keeps the store's view of the connection up to date (contract: `StoreIntegration`). */
function noteAttempt(store: StoreState, { status, at }: Attempt): void {
  const isReceived = status !== undefined && status >= 200 && status < 300;
  const { last_delivered_at: before, consecutive_failures: failures } = store.integration;
  store.integration = isReceived
    ? { webhook_state: 'healthy', last_delivered_at: at, consecutive_failures: 0 }
    : {
        webhook_state: status === 410 ? 'disabled' : 'failing',
        ...(before !== undefined && { last_delivered_at: before }),
        consecutive_failures: Math.min(failures + 1, 1_000_000),
      };
  store.touched();
}
