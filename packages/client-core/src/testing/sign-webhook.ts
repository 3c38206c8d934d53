import { keyOf, signatureOf, signedContent } from '../webhooks/signature.js';

/** Options of {@link signWebhook}. */
export interface SignOptions {
  /** The secret. To simulate a secret rotation, pass both secrets in an array. */
  secret: string | readonly string[];
  /**
   * Value of `webhook-id`. Default: the `id` of the event; `evt_test` for a raw body, or for an event
   * without `id`.
   */
  id?: string | undefined;
  /** Value of `webhook-timestamp`. Default: the current time. */
  timestamp?: Date | undefined;
}

/** A signed delivery. Send `body` and `headers` to a receiver with POST. */
export interface SignedWebhook {
  /** Raw request body. */
  body: string;
  headers: Record<
    'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature',
    string
  >;
}

/**
 * Signs an event in the same way as the service, to test a receiver.
 *
 * @param event an event, which is serialized as JSON, or a raw body, which is not changed
 * @throws {WebhookVerificationError} `bad_secret` if a secret is not `whsec_` followed by the
 * Base64 encoding of 24 to 64 bytes
 */
export async function signWebhook(
  event: { readonly id?: string } | string,
  { secret, id, timestamp }: SignOptions,
): Promise<SignedWebhook> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const webhookId = id ?? (typeof event === 'string' ? undefined : event.id) ?? 'evt_test';
  const seconds = String(Math.floor((timestamp?.getTime() ?? Date.now()) / 1000));
  const content = signedContent(webhookId, seconds, new TextEncoder().encode(body));
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(keyOf));
  const signatures = await Promise.all(keys.map((key) => signatureOf(key, content)));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': webhookId,
      'webhook-timestamp': seconds,
      'webhook-signature': signatures.join(' '),
    },
  };
}
