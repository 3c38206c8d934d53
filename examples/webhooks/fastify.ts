import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/lastmile-client/webhooks';
import fastify, { type FastifyInstance } from 'fastify';
import type { Inbox, Refusal } from './inbox.ts';

/** A receiver on Fastify. The parser that leaves the body raw holds inside of this plugin only. */
export function fastifyReceiver(secrets: readonly string[], inbox: Inbox): FastifyInstance {
  const app = fastify();
  app.register(async (scope) => {
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post('/webhooks', async (request, reply) => {
      try {
        await inbox.take(await unwrapWebhook(request.body as Buffer, request.headers, secrets));
        return reply.code(204).send();
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        return reply.code(400).send({ code: error.code } satisfies Refusal);
      }
    });
  });
  return app;
}
