import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it } from 'vitest';
import { signWebhook } from '../src/testing/index.js';
import { unwrap } from '../src/webhooks/index.js';
import { codeOf, event, now, otherSecret, secret, secretOf, signedAt } from './support/webhook.js';

/** Two other implementations of Standard Webhooks. */
const peers = [
  ['standardwebhooks', StandardWebhook, ['webhook-id', 'webhook-timestamp', 'webhook-signature']],
  ['svix', SvixWebhook, ['svix-id', 'svix-timestamp', 'svix-signature']],
] as const;

describe.each(peers)(
  'interoperability with %s',
  (_, Peer, [idName, timestampName, signatureName]) => {
    const deliveries = fc.record({
      bytes: fc.uint8Array({ minLength: 24, maxLength: 64 }),
      id: fc.stringMatching(/^evt_[A-Za-z0-9]{1,40}$/),
      data: fc.jsonValue(),
    });

    it('unwraps deliveries that the library signs', async () => {
      await fc.assert(
        fc.asyncProperty(deliveries, async ({ bytes, id, data }) => {
          const body = JSON.stringify({ id, type: 'bookingUpdated', data });
          const headers = {
            'webhook-id': id,
            'webhook-timestamp': String(signedAt.getTime() / 1000),
            'webhook-signature': new Peer(secretOf(bytes)).sign(id, signedAt, body),
          };
          expect((await unwrap(body, headers, [secretOf(bytes)], { now })).event).toEqual(
            JSON.parse(body),
          );
        }),
      );
    });

    it('signs deliveries that the library verifies, also during a secret rotation', async () => {
      await fc.assert(
        fc.asyncProperty(deliveries, async ({ bytes, id, data }) => {
          const { body, headers } = await signWebhook(
            { id, type: 'bookingUpdated', data } as object,
            { secret: [otherSecret, secretOf(bytes)] },
          );
          const theirs = {
            [idName]: headers['webhook-id'],
            [timestampName]: headers['webhook-timestamp'],
            [signatureName]: headers['webhook-signature'],
          };
          expect(() => new Peer(secretOf(bytes)).verify(body, theirs)).not.toThrow();
        }),
      );
    });

    it('rejects deliveries with another secret in both directions', async () => {
      const { body, headers } = await signWebhook(event, { secret });
      const theirs = {
        [idName]: headers['webhook-id'],
        [timestampName]: headers['webhook-timestamp'],
        [signatureName]: headers['webhook-signature'],
      };
      expect(() => new Peer(otherSecret).verify(body, theirs)).toThrow();
      const signature = new Peer(otherSecret).sign(event.id, signedAt, body);
      expect(
        await codeOf(
          unwrap(
            body,
            {
              ...headers,
              'webhook-timestamp': String(now() / 1000),
              'webhook-signature': signature,
            },
            secret,
            { now },
          ),
        ),
      ).toBe('bad_signature');
    });
  },
);
