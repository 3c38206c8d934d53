import type { TimeWindow } from '../../state/order-model.ts';
import type { DeliveredBy, FulfillmentType } from '../../state/store-model.ts';

/**
 * What an order that the sandbox makes up is to be like; what is left open is up to chance and the
 * store.
 */
export interface OrderPlan {
  type?: FulfillmentType;
  deliveredBy?: DeliveredBy;
  mode?: 'manual' | 'auto';
  acceptSeconds?: number;
  /** How many lines. */
  lines?: number;
  /** What the customer wants if the first line cannot be made (contract: `IfUnavailable`). */
  ifFirstIsUnavailable?: string;
  /** For the hours around the next midnight of the store, instead of as soon as possible. */
  isForMidnight?: boolean;
  /** For this window instead of midnight. */
  window?: TimeWindow;
  /** With choices within choices, as deep as the contract has them. */
  isNested?: boolean;
  isCash?: boolean;
  /** How many decimals the currency of the store has. */
  decimals?: number;
  needsDeliveryCode?: boolean;
  /** With values of extensible enums that this version of the contract does not know. */
  hasUnknownValues?: boolean;
}
