import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/marketplace-client/webhooks';

const secrets = ['whsec_bWFya2V0cGxhY2UtcmVhZG1lLXNlY3JldC0x']; // during a rotation, the previous one too
const handled = new Set<string>(); // in your database, in truth

export async function POST(request: Request): Promise<Response> {
  try {
    const { id, event } = await unwrapWebhook(await request.text(), request.headers, secrets);
    if (!handled.has(id) && event.type === 'order_created') console.log(event.data.id, event.data.status);
    handled.add(id);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ code: error.code }, { status: 400 });
  }
}
