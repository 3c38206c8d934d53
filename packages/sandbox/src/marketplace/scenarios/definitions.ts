import type { WebhookFault } from '../../kernel/delivery.ts';
import type { OrderTemplate } from '../domain/order-factory/order-template.ts';
import type { Order, StatusRequest } from '../state/records.ts';
import type { TaskType } from './tasks.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** An event that occurs after an order has reached one of several statuses. */
export interface ScenarioEvent {
  statuses: readonly string[];
  /** Delay after the status, in milliseconds. */
  delay: number;
  /** `redeliver` sends the webhook event of the order again; an object cancels the order. */
  action: 'redeliver' | { by: string; reason: string; merchantPaid: string };
}

/** The simulation of a scenario in the contract. */
export interface Scenario {
  /** Required properties of the order. */
  order?: OrderTemplate;
  /** Faults of the webhook event. */
  faults?: WebhookFault[];
  /** Whether the marketplace finds no courier. */
  hasNoCourier?: boolean;
  /** The courier's vehicle. */
  vehicle?: string;
  event?: ScenarioEvent;
  /** Whether the marketplace suspends the store when the order is accepted. */
  suspendsStore?: boolean;
  /** Returns the merchant's next request; `undefined` if the merchant only sets the next status. */
  merchantRequest?: (order: Order, now: number) => StatusRequest | undefined;
  /** The task that `advance` runs if the task is scheduled. */
  advanceTask?: TaskType;
}

const manual = { mode: 'manual', acceptSeconds: 600 } as const;
const byMarketplace = { type: 'delivery', deliveredBy: 'marketplace', ...manual } as const;

/** The scenarios in the contract (`x-scenarios`) that apply to an order. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  pickup_happy_path: { order: { type: 'pickup', ...manual } },
  delivery_happy_path: { order: byMarketplace },
  own_delivery_happy_path: {
    order: { type: 'delivery', deliveredBy: 'merchant', needsDeliveryCode: true, ...manual },
  },
  dine_in_happy_path: {
    order: { type: 'dine_in', mode: 'auto' },
    advanceTask: 'marketplace.accept',
  },
  cash_order: { order: { isCash: true, decimals: 3 } },
  scheduled_order: { order: { ...byMarketplace, isForMidnight: true } },
  nested_modifiers: { order: { isNested: true } },
  bundle_order: { order: { hasBundle: true, ...manual } },
  item_unavailable: {
    order: { lines: 2, ifFirstIsUnavailable: 'cancel_order', ...manual },
    merchantRequest: rejectForFirstLine,
  },
  customer_cancels_late: {
    order: manual,
    event: {
      statuses: ['preparing', 'ready'],
      delay: 30 * second,
      action: { by: 'customer', reason: 'customer_cancelled', merchantPaid: 'items' },
    },
    advanceTask: 'marketplace.scenario_event',
  },
  acceptance_expired: {
    order: { mode: 'manual', acceptSeconds: 60 },
    advanceTask: 'marketplace.expire',
  },
  acknowledgement_missed: { order: manual },
  receipt_missed: { order: manual, faults: ['unreachable'] },
  duplicate_event: {
    order: manual,
    faults: ['duplicate'],
    event: { statuses: ['accepted'], delay: second, action: 'redeliver' },
  },
  courier_not_found: {
    order: byMarketplace,
    hasNoCourier: true,
    event: {
      statuses: ['ready'],
      delay: 20 * minute,
      action: { by: 'marketplace', reason: 'courier_not_found', merchantPaid: 'full' },
    },
    advanceTask: 'marketplace.scenario_event',
  },
  unknown_enum_value: {
    order: { ...byMarketplace, hasUnknownValues: true },
    vehicle: 'cargo_tram',
  },
  auto_accepted_then_cancelled: {
    order: { mode: 'auto' },
    advanceTask: 'marketplace.accept',
    merchantRequest: ({ status }) =>
      status === 'accepted' ? { status: 'cancelled', ...itemUnavailable } : undefined,
  },
  store_suspended: { order: manual, suspendsStore: true },
};

/** The scenario that applies to the next menu of a store. */
export const menuScenario = 'menu_publishing_fails';

/** Returns the definition of a scenario; an empty definition if there is no scenario. */
export const scenarioOf = (name: string | undefined): Scenario =>
  (name === undefined ? undefined : scenarios[name]) ?? {};

const itemUnavailable = { reason_code: 'item_unavailable' } as const;

function rejectForFirstLine(order: Order, now: number): StatusRequest | undefined {
  const [first] = order.items;
  if (order.status !== 'created' || first === undefined) return undefined;
  const line = {
    line_id: first.line_id,
    available_quantity: 0,
    unavailable_until: new Date(now + 2 * hour).toISOString(),
  };
  return { status: 'rejected', ...itemUnavailable, unavailable_items: [line] };
}
