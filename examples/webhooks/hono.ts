import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/lastmile-client/webhooks';
import { Hono } from 'hono';
import type { Inbox, RejectedDelivery } from './inbox.ts';

/** Creates a receiver for Hono. It runs in every runtime that Hono supports. */
export function honoReceiver(secrets: readonly string[], inbox: Inbox): Hono {
  const app = new Hono();
  app.post('/webhooks', async (context) => {
    try {
      await inbox.receive(
        await unwrapWebhook(await context.req.arrayBuffer(), context.req.raw.headers, secrets),
      );
      return context.body(null, 204);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return context.json({ code: error.code } satisfies RejectedDelivery, error.status);
    }
  });
  return app;
}
