import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/lastmile-client/webhooks';
import fastify, { type FastifyInstance } from 'fastify';
import type { Inbox, RejectedDelivery } from './inbox.ts';

/** Creates a receiver for Fastify. Only the webhook route uses the parser for raw bodies. */
export function fastifyReceiver(secrets: readonly string[], inbox: Inbox): FastifyInstance {
  const app = fastify();
  app.register(async (scope) => {
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/webhooks', async (request, reply) => {
      try {
        await inbox.receive(await unwrapWebhook(request.body as Buffer, request.headers, secrets));
        return reply.code(204).send();
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        return reply.code(error.status).send({ code: error.code } satisfies RejectedDelivery);
      }
    });
  });
  return app;
}
