import type { Delivery } from '../../webhooks/dispatcher.ts';
import type { Plot } from '../scenarios/scenario.ts';
import type { Order } from './order-model.ts';
import type { Timers } from './timers.ts';

/** An order with what the sandbox knows beyond what it tells. */
export interface OrderRecord {
  /** Never changed in place, so that an answer stays what it was. */
  order: Order;
  /** Counts the orders of the world. */
  readonly number: number;
  /** The event that announced it, on its way. */
  delivery: Delivery | undefined;
  readonly timers: Timers;
  /** The scenario that it plays. */
  readonly plot: Plot | undefined;
  /** Its place among the open orders of the store: the moment by which something has to be done. */
  deadline: number;
  /**
   * The ready time that the store last asked for, as it said it; the order tells what became of it.
   */
  readyWish: number | undefined;
}

/**
 * The moment by which something has to be done: `accept_by` while it waits, else `ready_at`
 * (contract: `OpenOrders.items`).
 */
export function deadlineOf({ phase, acceptance, timing, created_at }: Order): number {
  return Date.parse(
    (phase === 'placed' ? acceptance.accept_by : undefined) ?? readyAt(timing) ?? created_at,
  );
}

/** When it should be ready: what the store confirmed, otherwise the estimate. */
export const readyAt = ({
  confirmed_ready_at,
  estimated_ready_at,
}: Order['timing']): string | undefined => confirmed_ready_at ?? estimated_ready_at;
