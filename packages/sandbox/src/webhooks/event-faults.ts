import type { WebhookFault } from '../kernel/delivery.ts';

/** A fault for the next events of a type. */
export interface EventFault {
  /** The type of the event, or `*` for all. */
  event: string;
  fault: WebhookFault;
  /** The number of events. Default: unlimited. */
  times?: number;
}
