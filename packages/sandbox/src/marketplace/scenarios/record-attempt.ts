import type { Attempt, Delivery } from '../../kernel/delivery.ts';
import type { MarketplaceContext } from '../domain/rules/context.ts';
import { updateStore } from './store-changes.ts';

/** Maximum value of `consecutive_failures` in the sandbox. */
const maxFailures = 1_000_000;
/** Number of failed attempts to keep: the maximum number of attempts in flight. */
const keptFailures = 100;

/**
 * Updates the integration state of a store after an attempt (contract: `StoreIntegration`).
 * Attempts are evaluated in the order in which they were sent, because parallel attempts end in any
 * order.
 */
export function recordAttempt(
  context: MarketplaceContext,
  { target, subject }: Delivery,
  { status, at, number }: Attempt,
): void {
  const { orders, stores } = context.state;
  const record = orders.get(subject);
  const store = stores.get(record?.order.store_id ?? '');
  if (record === undefined || store === undefined) return;
  const key = [at, pad(record.number), pad(number), target].join(' ');
  const { integration, failedAttempts = [], lastReceived = '' } = store;
  if (status !== undefined && status >= 200 && status < 300) {
    if (key < lastReceived) return;
    const later = failedAttempts.filter((failed) => failed > key);
    updateStore(context, store, {
      lastReceived: key,
      failedAttempts: later,
      integration: {
        webhook_state: later.length > 0 ? integration.webhook_state : 'healthy',
        last_delivered_at: at,
        consecutive_failures: later.length,
      },
    });
    return;
  }
  if (key < lastReceived) return;
  updateStore(context, store, {
    failedAttempts: [...failedAttempts, key].sort().slice(-keptFailures),
    integration: {
      ...integration,
      webhook_state: status === 410 ? 'disabled' : 'failing',
      consecutive_failures: Math.min(integration.consecutive_failures + 1, maxFailures),
    },
  });
}

/** Pads a number so that numbers sort correctly as strings. */
const pad = (number: number): string => String(number).padStart(9, '0');
