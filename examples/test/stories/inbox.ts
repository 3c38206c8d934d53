import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type LastmileEvent,
  unwrapWebhook as unwrapLastmile,
} from '@delivery-api/lastmile-client/webhooks';
import {
  type MarketplaceEvent,
  unwrapWebhook as unwrapMarketplace,
} from '@delivery-api/marketplace-client/webhooks';
import type { WebhookTargets } from '@delivery-api/mock';

type BookingEvent = Extract<LastmileEvent, { type: 'bookingUpdated' }>;
type OrderEvent = Extract<MarketplaceEvent, { type: 'order_created' }>;

/**
 * A receiver as a partner would write it: every event is verified by the client before anything
 * else is done with it.
 */
export interface Inbox {
  targets: WebhookTargets;
  /** What `bookingUpdated` has brought, in the order of arrival. */
  bookings: BookingEvent['data'][];
  /** The orders that have arrived, copies included. */
  orders: OrderEvent[];
  /** Why deliveries were turned away. */
  refused: unknown[];
  /** Waits until so many events have come, of both kinds. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

const secrets = { lastmile: `whsec_${'L'.repeat(32)}`, marketplace: `whsec_${'M'.repeat(32)}` };

export async function openInbox(): Promise<Inbox> {
  const waiting: { count: number; resolve: () => void }[] = [];
  const come = (): number => inbox.bookings.length + inbox.orders.length + inbox.refused.length;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    try {
      await take(inbox, request.url ?? '', Buffer.concat(chunks), request.headers);
      response.writeHead(204).end();
    } catch (error) {
      inbox.refused.push(error);
      response.writeHead(400).end();
    }
    for (const { resolve } of waiting.filter(({ count }) => count <= come())) resolve();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const inbox: Inbox = {
    targets: {
      lastmile: { url: `${base}/lastmile`, secrets: [secrets.lastmile] },
      marketplace: { url: `${base}/marketplace`, secrets: [secrets.marketplace] },
    },
    bookings: [],
    orders: [],
    refused: [],
    until: (count) =>
      come() >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return inbox;
}

async function take(
  inbox: Inbox,
  path: string,
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
): Promise<void> {
  if (path === '/lastmile') {
    const { event } = await unwrapLastmile(body, headers, secrets.lastmile);
    if (event.type !== 'bookingUpdated')
      throw new Error(`An event ${event.type} was not expected here.`);
    inbox.bookings.push((event as BookingEvent).data);
  } else {
    const { event } = await unwrapMarketplace(body, headers, secrets.marketplace);
    if (event.type !== 'order_created')
      throw new Error(`An event ${event.type} was not expected here.`);
    inbox.orders.push(event as OrderEvent);
  }
}
