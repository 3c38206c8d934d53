import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createValidate } from '../contract/validate.ts';
import { byName } from './support/contracts.ts';

const webhooks = byName.flatMap(([, contract]) =>
  contract.webhooks.map((webhook) => [webhook.name, contract, webhook] as const),
);

describe.each(webhooks)(
  'the test vector of %s',
  (name, contract, {
    content,
    headers,
    delivery: { test_vector: vector, delays_seconds: delays },
  }) => {
    it('the signature is the HMAC-SHA256 of ID, timestamp and body with the decoded secret', () => {
      const secret = Buffer.from(vector.secret.replace(/^whsec_/, ''), 'base64');
      expect(secret.length).toBeGreaterThanOrEqual(24);
      expect(secret.length).toBeLessThanOrEqual(64);
      const signature = createHmac('sha256', secret)
        .update(`${vector.id}.${vector.timestamp}.${vector.body}`)
        .digest('base64');
      expect(vector.signature).toBe(`v1,${signature}`);
    });

    it('the test vector contains a valid event whose type is the name of the webhook', () => {
      const event = JSON.parse(vector.body) as { id: string; type: string; occurred_at: string };
      expect(createValidate(contract, { knownValuesOnly: true })(content.schema, event)).toEqual(
        [],
      );
      expect(event).toMatchObject({ id: vector.id, type: name });
      expect(JSON.stringify(event)).toBe(vector.body);
      expect(Number(vector.timestamp) * 1000).toBeGreaterThanOrEqual(Date.parse(event.occurred_at));
    });

    it('the webhook-signature header can contain signatures of several versions, separated by spaces', () => {
      const schema = headers.find((one) => one.name === 'webhook-signature')?.schema;
      if (schema === undefined) throw new Error('The webhook has no webhook-signature header.');
      const validate = createValidate(contract);
      const v1a = `v1a,${'A'.repeat(86)}==`;
      for (const value of [
        vector.signature,
        `${v1a} ${vector.signature}`,
        `${vector.signature} v2,QUJD`,
      ])
        expect(validate(schema, value), value).toEqual([]);
      for (const value of [vector.signature.slice(3), `${vector.signature},${v1a}`])
        expect(validate(schema, value), value).not.toEqual([]);
    });

    it('the schedule starts at 0 s, and its later delays do not decrease', () => {
      expect(delays[0]).toBe(0);
      const later = delays.slice(1);
      expect(later).toEqual([...later].sort((a, b) => a - b));
    });
  },
);
