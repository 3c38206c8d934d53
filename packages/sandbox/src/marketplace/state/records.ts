import type * as api from '@delivery-api/marketplace-types';
import type { StoredRecord } from '../../kernel/collection.ts';

/**
 * Converts the union that a contract type with an `if` condition is to a plain object type, so that
 * code can change its members one by one.
 */
type Plain<Type> = Pick<Type, keyof Type>;

export type Order = Plain<api.Order>;
export type AcknowledgeRequest = Plain<api.AcknowledgeOrderRequest>;
export type StatusRequest = Plain<api.SetOrderStatusRequest>;
export type StoreStatusRequest = Plain<api.SetStoreStatusRequest>;

/** The content of a menu: a submission without the members about the submission itself. */
export type MenuContent = Omit<
  api.MenuSubmission,
  'type' | 'store_ids' | 'reference' | 'validate_only' | 'max_removed_percent'
>;

/** An order, with data that the contract does not define. */
export interface OrderRecord extends StoredRecord {
  readonly order: Order;
  /** Sequence number of the order in the sandbox. */
  readonly number: number;
  /** ID of the `order_created` event; absent if the sandbox sent no event for the order. */
  readonly eventId?: string;
  readonly scenario?: string;
  /** The ready time in the latest request, before any adjustment, in milliseconds since 1970. */
  readonly requestedReadyTime?: number;
}

/** An evicted order, with the store that determines which tokens may access the order. */
export interface EvictedOrder extends StoredRecord {
  readonly storeId: string;
}

/** The availability of an item (contract: `ItemAvailabilityInput`). */
export interface ItemAvailability {
  readonly state: api.ItemAvailabilityState;
  /** End, in milliseconds since 1970. Absent: until the next change or the next menu. */
  readonly until?: number;
}

/** One version of a menu in one store, with the later changes to its items. */
export interface StoreMenuVersion {
  readonly version: string;
  /** The ID of the `MenuRecord` that holds the content. */
  readonly menuId: string;
  /** Items whose availability changed since the menu was submitted. */
  readonly availability: readonly (readonly [itemId: string, ItemAvailability])[];
  /** Remaining stock of the items that were sold and have a stock quantity. */
  readonly stock: readonly (readonly [itemId: string, quantity: number])[];
}

/** A store. Values that depend on the current time are computed from this record. */
export interface StoreRecord extends StoredRecord {
  /**
   * The store as it was loaded. The sandbox uses only the members that requests cannot change, such
   * as the name and the hours.
   */
  readonly base: api.Store;
  readonly requested: api.RequestedStatus;
  /** The blockers that do not result from the hours, the requested status or the menu. */
  readonly imposed: readonly api.StoreBlocker[];
  /** Number of consecutive orders that were rejected or expired; 0 again after the third one. */
  readonly rejections: number;
  /** Number of consecutive orders that were not acknowledged in time. */
  readonly missedAcknowledgements: number;
  readonly menu: api.StoreMenu;
  readonly live?: StoreMenuVersion;
  readonly publishing?: StoreMenuVersion;
  /** Whether a scenario makes publishing the next menu fail. */
  readonly failsNextMenu: boolean;
  readonly integration: api.StoreIntegration;
  /** The sort keys of the failed delivery attempts since the last 2xx response, at most 100. */
  readonly failedAttempts?: readonly string[];
  /** The sort key of the delivery attempt with the last 2xx response. */
  readonly lastReceived?: string;
  readonly revision: number;
  readonly updatedAt: string;
}

/** The content of a menu. Stores that sell the same menu share one record. */
export interface MenuRecord extends StoredRecord {
  readonly content: MenuContent;
}

/** Returns the confirmed ready time, otherwise the estimated ready time. */
export const readyAt = ({ timing }: Order): string | undefined =>
  timing.confirmed_ready_at ?? timing.estimated_ready_at;

/**
 * Returns the time by which an open order requires an action, in milliseconds since 1970:
 * `accept_by` in the `placed` phase, otherwise the ready time, otherwise the time of creation
 * (contract: `OpenOrders.items`).
 */
export function deadlineOf(order: Order): number {
  const acceptBy = order.phase === 'placed' ? order.acceptance.accept_by : undefined;
  return Date.parse(acceptBy ?? readyAt(order) ?? order.created_at);
}

/** Returns whose courier delivers the order; `undefined` if the order is not a delivery. */
export const deliveredBy = ({ fulfillment }: Order): api.DeliveredBy | undefined =>
  fulfillment.type === 'delivery' ? fulfillment.delivered_by : undefined;
