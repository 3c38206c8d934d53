import { move } from '../domain/orders/change.ts';
import { blockerOf } from '../domain/stores/blockers.ts';
import { type MarketplaceState, storeOf } from '../state/marketplace-state.ts';
import type { Order, StatusRequest } from '../state/order-model.ts';
import type { OrderRecord } from '../state/order-record.ts';
import type { Plot } from './scenario.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const manual = { mode: 'manual', acceptSeconds: 600 } as const;
const byMarketplace = { type: 'delivery', deliveredBy: 'marketplace', ...manual } as const;

/**
 * The scenarios of the contract (`x-scenarios`) that are about an order, each as its course says.
 */
export const plots: Readonly<Record<string, Plot>> = {
  pickup_happy_path: { plan: { type: 'pickup', ...manual } },
  delivery_happy_path: { plan: byMarketplace },
  own_delivery_happy_path: {
    plan: { type: 'delivery', deliveredBy: 'merchant', needsDeliveryCode: true, ...manual },
  },
  dine_in_happy_path: { plan: { type: 'dine_in', mode: 'auto' }, events: ['auto_accept'] },
  cash_order: { plan: { isCash: true, decimals: 3 } },
  scheduled_order: { plan: { ...byMarketplace, isForMidnight: true } },
  nested_modifiers: { plan: { isNested: true } },
  item_unavailable: {
    plan: { lines: 2, ifFirstIsUnavailable: 'cancel_order', ...manual },
    says: rejectForFirstLine,
  },
  customer_cancels_late: { plan: manual, follow: cancelWhileMade, events: ['customer_cancels'] },
  acceptance_expired: { plan: { mode: 'manual', acceptSeconds: 60 }, events: ['expire'] },
  acknowledgement_missed: { plan: manual },
  receipt_missed: { plan: manual, faults: ['unreachable'] },
  duplicate_event: { plan: manual, faults: ['duplicate'], follow: sendAgain },
  courier_not_found: {
    plan: byMarketplace,
    hasNoCourier: true,
    follow: giveUpOnCouriers,
    events: ['no_courier'],
  },
  unknown_enum_value: { plan: { ...byMarketplace, hasUnknownValues: true }, vehicle: 'cargo_tram' },
  auto_accepted_then_cancelled: {
    plan: { mode: 'auto' },
    events: ['auto_accept'],
    says: cancelOnceAccepted,
  },
  store_suspended: { plan: manual, follow: suspend },
};

/** The scenario that concerns the next menu of a store, and no order. */
export const menuScenario = 'menu_publishing_fails';

const soldOut = { code: 'item_unavailable' };

function rejectForFirstLine(
  { status, items: [first] }: Order,
  now: number,
): StatusRequest | undefined {
  if (status !== 'created' || first === undefined) return undefined;
  const line = {
    line_id: first.line_id,
    available_quantity: 0,
    unavailable_until: new Date(now + 2 * hour).toISOString(),
  };
  return { status: 'rejected', reason: soldOut, unavailable_items: [line] };
}

function cancelOnceAccepted({ status }: Order): StatusRequest | undefined {
  return status === 'accepted' ? { status: 'cancelled', reason: soldOut } : undefined;
}

function cancelWhileMade(market: MarketplaceState, record: OrderRecord): void {
  const { order, timers } = record;
  if (order.status !== 'preparing' && order.status !== 'ready') return;
  if (timers.has('customer_cancels')) return;
  timers.set('customer_cancels', market.parts.clock.now() + 30 * second, () => {
    if (!market.rules.steps.may(record.order, 'cancelled', 'customer')) return;
    move(market, record, 'cancelled', 'customer', {
      reason: { code: 'customer_cancelled' },
      merchantPaid: 'items',
    });
  });
}

function sendAgain({ parts }: MarketplaceState, { order, timers, delivery }: OrderRecord): void {
  if (order.status !== 'accepted' || delivery === undefined) return;
  timers.set(
    'send_again',
    parts.clock.now() + second,
    () => void parts.dispatcher.redeliver(delivery.eventId),
  );
}

function giveUpOnCouriers(market: MarketplaceState, record: OrderRecord): void {
  if (record.order.status !== 'ready') return;
  record.timers.set('no_courier', market.parts.clock.now() + 20 * minute, () =>
    move(market, record, 'cancelled', 'marketplace', {
      reason: { code: 'courier_not_found' },
      merchantPaid: 'full',
    }),
  );
}

function suspend(market: MarketplaceState, record: OrderRecord): void {
  if (record.order.status !== 'accepted') return;
  storeOf(market, record).impose(
    blockerOf(market.rules, 'suspended', 'The marketplace has suspended this store.'),
  );
}
