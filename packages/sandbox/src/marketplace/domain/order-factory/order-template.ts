import type {
  AcceptanceMode,
  DeliveredBy,
  FulfillmentType,
  TimeWindow,
} from '@delivery-api/marketplace-types';

/** Required properties of a generated order. Other properties depend on the store or are random. */
export interface OrderTemplate {
  type?: FulfillmentType;
  deliveredBy?: DeliveredBy;
  mode?: AcceptanceMode;
  acceptSeconds?: number;
  /** Number of lines. */
  lines?: number;
  /** The customer's preference if the first item is unavailable (contract: `IfUnavailable`). */
  ifFirstIsUnavailable?: string;
  /** Whether the order is for the store's next midnight instead of as soon as possible. */
  isForMidnight?: boolean;
  /** The requested window of the order, instead of midnight. */
  window?: TimeWindow;
  /** Whether the order has modifiers nested to the maximum depth. */
  isNested?: boolean;
  /** Whether the first line is a bundle. */
  hasBundle?: boolean;
  isCash?: boolean;
  /** Number of decimal places of the store's currency. */
  decimals?: number;
  needsDeliveryCode?: boolean;
  /** Whether extensible enums have values that this version of the contract does not define. */
  hasUnknownValues?: boolean;
}
