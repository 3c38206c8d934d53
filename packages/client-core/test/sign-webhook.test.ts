import { describe, expect, it } from 'vitest';
import { signWebhook } from '../src/testing/index.js';
import { codeOf, event, secret, sign, signedAt } from './support/webhook.js';

describe('signWebhook', () => {
  it('signs an event and returns the body and headers of a delivery', async () => {
    const { body, headers } = await sign();
    expect(JSON.parse(body)).toEqual(event);
    expect(headers).toEqual({
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': '1795197782',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('signs a raw body unchanged, with the given ID', async () => {
    const { body, headers } = await signWebhook('{ "type": "x" }', {
      secret,
      id: 'evt_9',
      timestamp: signedAt,
    });
    expect([body, headers['webhook-id']]).toEqual(['{ "type": "x" }', 'evt_9']);
  });

  it('rejects an invalid secret', async () => {
    expect(await codeOf(signWebhook(event, { secret: 'nope' }))).toBe('bad_secret');
  });
});
