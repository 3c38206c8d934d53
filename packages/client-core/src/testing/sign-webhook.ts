import { keyOf, signatureOf, signedContent } from '../webhooks/signature.js';

export interface SignOptions {
  /** The secret or, for a delivery during a rotation, several. */
  secret: string | readonly string[];
  /** `webhook-id`; the event's own `id` where nothing is said. */
  id?: string | undefined;
  /** When it is signed; now where nothing is said. */
  timestamp?: Date | undefined;
}

/** A delivery, ready to be posted to a receiver. */
export interface SignedWebhook {
  /** The raw body. */
  body: string;
  headers: Record<
    'content-type' | 'webhook-id' | 'webhook-timestamp' | 'webhook-signature',
    string
  >;
}

/**
 * Signs an event as the service does, for the tests of a receiver.
 *
 * @param event an event, which is written as JSON, or a raw body, which is taken as it is
 * @throws {WebhookVerificationError} `bad_secret` when a secret is none
 */
export async function signWebhook(
  event: { readonly id?: string } | string,
  { secret, id, timestamp }: SignOptions,
): Promise<SignedWebhook> {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const name = id ?? (typeof event === 'string' ? undefined : event.id) ?? 'evt_test';
  const seconds = String(Math.floor((timestamp?.getTime() ?? Date.now()) / 1000));
  const content = signedContent(name, seconds, new TextEncoder().encode(body));
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(keyOf));
  const signatures = await Promise.all(keys.map((key) => signatureOf(key, content)));
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': name,
      'webhook-timestamp': seconds,
      'webhook-signature': signatures.join(' '),
    },
  };
}
