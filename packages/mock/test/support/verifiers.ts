import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';

/** An independent implementation of Standard Webhooks. */
export interface Verifier {
  name: string;
  /**
   * Checks the signature of a webhook request.
   *
   * @throws {Error} if the signature is not valid
   */
  verify(secret: string, headers: Record<string, string>, body: string): void;
  sign(secret: string, id: string, at: Date, body: string): string;
}

export const verifiers: Verifier[] = [
  {
    name: 'standardwebhooks',
    verify: (secret, headers, body) => void new StandardWebhook(secret).verify(body, headers),
    sign: (secret, id, at, body) => new StandardWebhook(secret).sign(id, at, body),
  },
  {
    name: 'svix',
    verify: (secret, headers, body) => void new SvixWebhook(secret).verify(body, headers),
    sign: (secret, id, at, body) => new SvixWebhook(secret).sign(id, at, body),
  },
];
