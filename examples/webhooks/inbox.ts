import type { Delivery, LastmileEvent, WebhookErrorCode } from '@delivery-api/lastmile-client/webhooks';

/** What a receiver does with a delivery that has been verified. */
export interface Inbox {
  /** Takes it. The same event may come more than once, and events may overtake each other. */
  take(delivery: Delivery<LastmileEvent>): Promise<void>;
}

/** An inbox that hands on each event once. Keep the ids in your database, in the same transaction as what the event changes. */
export function inbox(handle: (event: LastmileEvent) => void | Promise<void>): Inbox {
  const handled = new Set<string>();
  return {
    async take({ id, event }) {
      if (handled.has(id)) return;
      // A type that this version does not know: nothing to do, and no reason to have it sent again.
      if (event.type === 'bookingUpdated') await handle(event);
      handled.add(id);
    },
  };
}

/** What the samples answer to a delivery that they do not trust. */
export interface Refusal {
  code: WebhookErrorCode;
}
