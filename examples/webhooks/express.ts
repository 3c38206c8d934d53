import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/lastmile-client/webhooks';
import express, { type Express } from 'express';
import type { Inbox, RejectedDelivery } from './inbox.ts';

/**
 * Creates a receiver for Express. Register `express.raw()` on the webhook route before
 * `express.json()`.
 */
export function expressReceiver(secrets: readonly string[], inbox: Inbox): Express {
  const app = express();
  app.post(
    '/webhooks',
    express.raw({ type: 'application/json', limit: '1mb' }),
    async (request, response) => {
      try {
        await inbox.receive(await unwrapWebhook(request.body, request.headers, secrets));
        response.sendStatus(204);
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        response.status(error.status).json({ code: error.code } satisfies RejectedDelivery);
      }
    },
  );
  app.use(express.json());
  return app;
}
