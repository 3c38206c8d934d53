import type { WebhookDelivery } from '@delivery-api/specs/contract';
import type { SimulatedClock, WallClock } from '../kernel/clock.ts';
import type { Delivery, WebhookFault } from '../kernel/delivery.ts';
import type { Scheduler } from '../kernel/scheduler.ts';
import type { Store } from '../kernel/store.ts';
import type { WebhookSender } from './webhook-sender.ts';

export interface DispatcherOptions {
  /** The interface whose events are sent. Names in the store begin with it. */
  name: string;
  clock: SimulatedClock;
  wall: WallClock;
  store: Store;
  scheduler: Scheduler;
  /** The delivery schedule in the contract. */
  schedule: WebhookDelivery;
  newId: (prefix: string) => string;
  sender: WebhookSender;
  /**
   * Resolves once all changes so far are durable, and rejects if they are lost. Awaited before each
   * send.
   */
  durable?: (() => Promise<void>) | undefined;
  /** Returns the faults to inject into the next event of this type. */
  faultsFor?: (type: string, subject: string) => readonly WebhookFault[];
  /** Called after each change to a delivery. */
  onChange?: (delivery: Delivery) => void;
}
