import type { WebhookFault } from '../../webhooks/dispatcher.ts';
import type { OrderPlan } from '../domain/order-factory/plan.ts';
import type { MarketplaceState } from '../state/marketplace-state.ts';
import type { Order, StatusRequest } from '../state/order-model.ts';
import type { OrderRecord } from '../state/order-record.ts';

/** How the sandbox plays one scenario of the contract. */
export interface Plot {
  /** What is special about the order. */
  plan?: Partial<OrderPlan>;
  /** What goes wrong with its event on the way. */
  faults?: WebhookFault[];
  /** Whether the marketplace finds no courier for it. */
  hasNoCourier?: boolean;
  /** The courier's vehicle. */
  vehicle?: string;
  /** Plays the others' part once the order has got a status. */
  follow?: (market: MarketplaceState, record: OrderRecord) => void;
  /** What the store says next in the story, where that is not simply the next status. */
  says?: (order: Order, now: number) => StatusRequest | undefined;
  /**
   * The planned events of the story, by the name of their timers: one step forward plays the first
   * that is planned.
   */
  events?: string[];
}
