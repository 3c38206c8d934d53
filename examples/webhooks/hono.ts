import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/lastmile-client/webhooks';
import { Hono } from 'hono';
import type { Inbox, Refusal } from './inbox.ts';

/** A receiver on Hono, on any runtime that Hono runs on. */
export function honoReceiver(secrets: readonly string[], inbox: Inbox): Hono {
  const app = new Hono();
  app.post('/webhooks', async (context) => {
    try {
      await inbox.take(
        await unwrapWebhook(await context.req.arrayBuffer(), context.req.raw.headers, secrets),
      );
      return context.body(null, 204);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return context.json({ code: error.code } satisfies Refusal, 400);
    }
  });
  return app;
}
