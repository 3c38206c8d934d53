import {
  type LastmileEvent,
  unwrapWebhook as unwrapLastmile,
} from '@delivery-api/lastmile-client/webhooks';
import {
  type MarketplaceEvent,
  unwrapWebhook as unwrapMarketplace,
} from '@delivery-api/marketplace-client/webhooks';
import type { WebhookTargets } from '@delivery-api/mock';
import { serve } from './serve.ts';

type BookingEvent = Extract<LastmileEvent, { type: 'bookingUpdated' }>;
type OrderEvent = Extract<MarketplaceEvent, { type: 'order_created' }>;

/** A receiver that verifies every event with the client before it stores the event. */
export interface EventReceiver {
  targets: WebhookTargets;
  /** Data of the `bookingUpdated` events, in order of arrival. */
  bookings: BookingEvent['data'][];
  /** The `order_created` events, including duplicates. */
  orders: OrderEvent[];
  /** Errors of the rejected deliveries. */
  rejected: unknown[];
  /** Waits until at least `count` deliveries have been received, including rejected deliveries. */
  waitFor(count: number): Promise<void>;
}

const secrets = { lastmile: `whsec_${'L'.repeat(32)}`, marketplace: `whsec_${'M'.repeat(32)}` };

/** Starts a receiver, which stops when the test ends. */
export async function startReceiver(): Promise<EventReceiver> {
  const waiting: { count: number; resolve: () => void }[] = [];
  const received = (): number =>
    receiver.bookings.length + receiver.orders.length + receiver.rejected.length;
  const base = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    try {
      await store(receiver, request.url ?? '', Buffer.concat(chunks), request.headers);
      response.writeHead(204).end();
    } catch (error) {
      receiver.rejected.push(error);
      response.writeHead(400).end();
    }
    for (const { resolve } of waiting.filter(({ count }) => count <= received())) resolve();
  });
  const receiver: EventReceiver = {
    targets: {
      lastmile: { url: `${base}/lastmile`, secrets: [secrets.lastmile] },
      marketplace: { url: `${base}/marketplace`, secrets: [secrets.marketplace] },
    },
    bookings: [],
    orders: [],
    rejected: [],
    waitFor: (count) =>
      received() >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
  };
  return receiver;
}

async function store(
  receiver: EventReceiver,
  path: string,
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  if (path === '/lastmile') {
    const { event } = await unwrapLastmile(body, headers, secrets.lastmile);
    if (event.type !== 'bookingUpdated') throw new Error(`Unexpected event ${event.type}.`);
    receiver.bookings.push((event as BookingEvent).data);
  } else {
    const { event } = await unwrapMarketplace(body, headers, secrets.marketplace);
    if (event.type !== 'order_created') throw new Error(`Unexpected event ${event.type}.`);
    receiver.orders.push(event as OrderEvent);
  }
}
