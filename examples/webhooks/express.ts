import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/lastmile-client/webhooks';
import express, { type Express } from 'express';
import type { Inbox, Refusal } from './inbox.ts';

/**
 * A receiver on Express. The raw body is for this route only, and comes before any
 * `express.json()`.
 */
export function expressReceiver(secrets: readonly string[], inbox: Inbox): Express {
  const app = express();
  app.post(
    '/webhooks',
    express.raw({ type: 'application/json', limit: '1mb' }),
    async (request, response) => {
      try {
        await inbox.take(await unwrapWebhook(request.body, request.headers, secrets));
        response.sendStatus(204);
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        response.status(400).json({ code: error.code } satisfies Refusal);
      }
    },
  );
  app.use(express.json());
  return app;
}
