import type {
  Delivery,
  LastmileEvent,
  WebhookErrorCode,
} from '@delivery-api/lastmile-client/webhooks';

/** What a receiver does with a delivery that has been verified. */
export interface Inbox {
  /**
   * Takes it. The same event may come more than once, even at the same time, and events may
   * overtake each other.
   */
  take(delivery: Delivery<LastmileEvent>): Promise<void>;
}

/**
 * An inbox that hands on each event once. Keep the ids in your database, in the same transaction as
 * what the event changes.
 */
export function inbox(handle: (event: LastmileEvent) => void | Promise<void>): Inbox {
  const handled = new Map<string, Promise<void>>();
  return {
    async take({ id, event }) {
      // A type that this version does not know: nothing to do, and no reason to have it sent again.
      if (event.type !== 'bookingUpdated') return;
      const handling = handled.get(id) ?? Promise.resolve(event).then(handle);
      handled.set(id, handling);
      try {
        await handling;
      } catch (error) {
        // The receiver answers 500, and the event comes again.
        handled.delete(id);
        throw error;
      }
    },
  };
}

/** What the samples answer to a delivery that they do not trust. */
export interface Refusal {
  code: WebhookErrorCode;
}
