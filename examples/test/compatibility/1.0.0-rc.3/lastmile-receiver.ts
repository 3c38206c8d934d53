import { unwrapWebhook, WebhookVerificationError } from '@delivery-api/lastmile-client/webhooks';

const secrets = ['whsec_bGFzdG1pbGUtcHVibGlzaGVkLXRlc3Qtc2VjcmV0LTE=']; // during a rotation, also the previous one
const handled = new Set<string>(); // in production, use your database

export async function POST(request: Request): Promise<Response> {
  try {
    const { id, event } = await unwrapWebhook(await request.text(), request.headers, secrets);
    if (!handled.has(id) && event.type === 'bookingUpdated') console.log(event.data.id, event.data.status);
    handled.add(id);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return Response.json({ code: error.code }, { status: error.status });
  }
}
