import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/lastmile-client/webhooks';
import type { Inbox, RejectedDelivery } from './inbox.ts';

/**
 * Creates a receiver that is a `fetch` handler.
 * Next.js: `export const POST = fetchReceiver(secrets, inbox)` in `app/webhooks/route.ts`.
 * Cloudflare Workers: `export default { fetch: fetchReceiver(secrets, inbox) }`.
 */
export function fetchReceiver(
  secrets: readonly string[],
  inbox: Inbox,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      await inbox.receive(await unwrapWebhook(await request.text(), request.headers, secrets));
      return new Response(null, { status: 204 });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return Response.json({ code: error.code } satisfies RejectedDelivery, {
        status: error.status,
      });
    }
  };
}
