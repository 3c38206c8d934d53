import type {
  AcceptanceMode,
  DeliveredBy,
  FulfillmentType,
  TimeWindow,
} from '@delivery-api/marketplace-types';

/** Required properties of a generated order; the store and chance decide about the others. */
export interface OrderTemplate {
  type?: FulfillmentType;
  deliveredBy?: DeliveredBy;
  mode?: AcceptanceMode;
  acceptSeconds?: number;
  /** Number of lines. */
  lines?: number;
  /** What the customer wants when the first item is unavailable (contract: `IfUnavailable`). */
  ifFirstIsUnavailable?: string;
  /** For the next midnight of the store instead of as soon as possible. */
  isForMidnight?: boolean;
  /** For this window instead of midnight. */
  window?: TimeWindow;
  /** With nested modifiers to the maximum depth. */
  isNested?: boolean;
  /** With a bundle as the first line. */
  hasBundle?: boolean;
  isCash?: boolean;
  /** Number of decimals of the store's currency. */
  decimals?: number;
  needsDeliveryCode?: boolean;
  /** With values of extensible enums that this version of the contract does not have. */
  hasUnknownValues?: boolean;
}
