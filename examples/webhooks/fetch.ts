import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/lastmile-client/webhooks';
import type { Inbox, Refusal } from './inbox.ts';

/**
 * A receiver in the form of `fetch`. In Next.js: `export const POST = fetchReceiver(secrets,
 * inbox)` in `app/webhooks/route.ts`.
 * In a worker: `export default { fetch: fetchReceiver(secrets, inbox) }`.
 */
export function fetchReceiver(
  secrets: readonly string[],
  inbox: Inbox,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      await inbox.take(await unwrapWebhook(await request.text(), request.headers, secrets));
      return new Response(null, { status: 204 });
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return Response.json({ code: error.code } satisfies Refusal, { status: 400 });
    }
  };
}
