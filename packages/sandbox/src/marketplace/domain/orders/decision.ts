import type { MarketplaceState } from '../../state/marketplace-state.ts';
import type { OrderRecord } from '../../state/order-record.ts';
import { change } from './change.ts';

/**
 * How long the marketplace looks into an order of which it is undecided whether the store is paid.
 */
const lookedInto = 15 * 60_000;
/** Why a delivery failed without any fault of the store's. */
const blameless = ['customer_unreachable', 'wrong_address', 'refused'];

/**
 * Plans the decision whether the store is paid all the same, which raises the revision (contract:
 * `MerchantPaid`).
 */
export function followDecision(market: MarketplaceState, record: OrderRecord): void {
  const { cancellation } = record.order;
  if (cancellation?.merchant_paid !== 'undecided') return;
  record.timers.set('decide', Date.parse(cancellation.at) + lookedInto, () =>
    change(market, record, {
      cancellation: {
        ...cancellation,
        merchant_paid: blameless.includes(cancellation.reason_code) ? 'full' : 'none',
      },
    }),
  );
}
