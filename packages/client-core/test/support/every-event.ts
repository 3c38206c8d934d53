import { signWebhook } from '@delivery-api/client-core/testing';
import type {
  Delivery,
  UnwrapOptions,
  WebhookBody,
  WebhookHeaders,
} from '@delivery-api/client-core/webhooks';
import type { InterfaceName } from '@delivery-api/specs/contract';
import { loadContract } from '@delivery-api/specs/contract';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

type Unwrap = (
  body: WebhookBody,
  headers: WebhookHeaders,
  secrets: readonly string[],
  options?: UnwrapOptions,
) => Promise<Delivery<object>>;

/**
 * Defines tests that sign and unwrap the test vector and every example event of each webhook of the
 * contract.
 */
export function describeEveryEvent(name: InterfaceName, unwrapWebhook: Unwrap): void {
  const { webhooks } = loadContract(
    new URL(`../../../../specs/dist/${name}.json`, import.meta.url),
  );

  describe.each(webhooks.map((webhook) => [webhook.name, webhook] as const))(
    '%s',
    (type, { delivery, content }) => {
      const { secret, id, timestamp, body, signature } = delivery.test_vector;
      const now = () => Number(timestamp) * 1000;

      it('unwrapWebhook verifies the published test vector, and rejects it if a byte is added', async () => {
        const headers = {
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': signature,
        };
        const unwrapped = await unwrapWebhook(body, headers, [secret], { now });
        expect(unwrapped).toEqual({ id, timestamp: new Date(now()), event: JSON.parse(body) });
        expect(unwrapped.event).toMatchObject({ id, type });
        await expect(
          unwrapWebhook(body.replace('"', ' "'), headers, [secret], { now }),
        ).rejects.toMatchObject({ code: 'bad_signature' });
      });

      it('signWebhook creates the signature in the published test vector', async () => {
        const signed = await signWebhook(body, { secret, id, timestamp: new Date(now()) });
        expect(signed.headers).toMatchObject({
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': signature,
        });
      });

      it.each(
        content.examples.map((example) => [example.name, example.value as { id: string }] as const),
      )('signWebhook creates the same signature as standardwebhooks: %s', async (_, event) => {
        const { body: raw, headers } = await signWebhook(event, { secret });
        expect((await unwrapWebhook(raw, headers, [secret])).event).toEqual(event);
        const otherSignature = new StandardWebhook(secret).sign(
          event.id,
          new Date(Number(headers['webhook-timestamp']) * 1000),
          raw,
        );
        expect(otherSignature).toBe(headers['webhook-signature']);
      });
    },
  );
}
