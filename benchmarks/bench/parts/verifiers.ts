import { unwrapWebhook } from '@delivery-api/marketplace-client/webhooks';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';

/** A delivery as it arrives. */
export interface Signed {
  body: string;
  headers: Record<string, string>;
}

type Verify = (delivery: Signed) => Promise<{ id?: unknown }>;

/**
 * What verifies a delivery and gives its event; ours first. Each is made once for a secret, as its
 * documentation has it.
 */
export const verifiers: Readonly<Record<string, (secret: string) => Verify>> = {
  'our client':
    (secret) =>
    async ({ body, headers }) =>
      (await unwrapWebhook(body, headers, secret)).event,
  standardwebhooks: (secret) => {
    const webhook = new Webhook(secret);
    return async ({ body, headers }) => webhook.verify(body, headers) as { id: string };
  },
  svix: (secret) => {
    const webhook = new SvixWebhook(secret);
    // It verifies and gives nothing; whoever uses it parses the body himself.
    return async ({ body, headers }) => {
      webhook.verify(body, headers);
      return JSON.parse(body) as { id: string };
    };
  },
};
