import type {
  Delivery,
  LastmileEvent,
  WebhookErrorCode,
} from '@delivery-api/lastmile-client/webhooks';

/** Processes verified deliveries. */
export interface Inbox {
  /** Processes a delivery. Events can arrive repeatedly, concurrently and out of order. */
  receive(delivery: Delivery<LastmileEvent>): Promise<void>;
}

/**
 * Creates an inbox that calls `handle` once for each `bookingUpdated` event, and again only if
 * `handle` failed. Other events are ignored. In production, store the event IDs in your database,
 * in the same transaction as the changes that the event causes.
 */
export function inbox(handle: (event: LastmileEvent) => void | Promise<void>): Inbox {
  const handled = new Map<string, Promise<void>>();
  return {
    async receive({ id, event }) {
      // Ignore other event types. The receiver returns 2xx, so the service does not retry them.
      if (event.type !== 'bookingUpdated') return;
      const handling = handled.get(id) ?? Promise.resolve(event).then(handle);
      handled.set(id, handling);
      try {
        await handling;
      } catch (error) {
        // The receiver returns 500, and the service retries the event.
        handled.delete(id);
        throw error;
      }
    },
  };
}

/** Response body for a delivery that fails verification. */
export interface RejectedDelivery {
  code: WebhookErrorCode;
}
