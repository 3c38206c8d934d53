import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signWebhook } from '../src/testing/index.js';
import { unwrap, type WebhookVerificationError } from '../src/webhooks/index.js';
import { rejectionOf } from './support/stub.js';
import { codeOf, event, now, secret, secretOf, sign, signedAt } from './support/webhook.js';

describe('unwrap with an invalid delivery', () => {
  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'rejects a delivery without %s and names the header',
    async (name) => {
      const { body, headers } = await sign();
      for (const bare of [
        { ...headers, [name]: undefined },
        { ...headers, [name]: '' },
        { ...headers, [name]: [] },
      ]) {
        const error = await rejectionOf<WebhookVerificationError>(
          unwrap(body, bare, [secret], { now }),
        );
        expect([error.code, error.message]).toEqual([
          'missing_header',
          expect.stringContaining(name),
        ]);
      }
    },
  );

  it('rejects a delivery without headers', async () => {
    const { body } = await sign();
    for (const none of [{}, new Headers(), undefined, null])
      expect(await codeOf(unwrap(body, none as never, [secret], { now }))).toBe('missing_header');
  });

  it('rejects a delivery with a repeated header', async () => {
    const { body, headers } = await sign();
    for (const name of Object.keys(headers).filter((one) => one.startsWith('webhook-')))
      expect(
        await codeOf(unwrap(body, { ...headers, [name]: ['a', 'b'] }, [secret], { now })),
      ).toBe('malformed');
    expect(
      await codeOf(unwrap(body, { ...headers, 'Webhook-Id': 'evt_2' }, [secret], { now })),
    ).toBe('malformed');
  });

  it.each([
    [-300, undefined],
    [300, undefined],
    [-301, 'stale'],
    [301, 'stale'],
    [-86_400, 'stale'],
  ])(
    'accepts only timestamps that differ from the clock by at most 300 s: %i s',
    async (seconds, code) => {
      const { body, headers } = await sign({ timestamp: new Date(now() + seconds * 1000) });
      const verified = unwrap(body, headers, [secret], { now });
      if (code === undefined) expect((await verified).id).toBe(event.id);
      else expect(await codeOf(verified)).toBe(code);
    },
  );

  it('reports how far a stale timestamp is in the past or in the future', async () => {
    const { body, headers } = await sign();
    const late = await rejectionOf(unwrap(body, headers, [secret], { now: () => now() + 600_000 }));
    expect(late.message).toContain('Signed 600 s ago; the tolerance is 300 s');
    const early = await rejectionOf(
      unwrap(body, headers, [secret], { now: () => now() - 600_000 }),
    );
    expect(early.message).toContain('Signed 600 s ahead of the local clock');
  });

  it('uses the given tolerance, and rejects a tolerance that is negative or NaN', async () => {
    const { body, headers } = await sign();
    const later = () => now() + 10_000;
    expect(await codeOf(unwrap(body, headers, [secret], { now: later, toleranceSeconds: 9 }))).toBe(
      'stale',
    );
    expect((await unwrap(body, headers, [secret], { now: later, toleranceSeconds: 10 })).id).toBe(
      event.id,
    );
    await expect(unwrap(body, headers, [secret], { toleranceSeconds: -1 })).rejects.toThrow(
      TypeError,
    );
    await expect(unwrap(body, headers, [secret], { toleranceSeconds: Number.NaN })).rejects.toThrow(
      TypeError,
    );
  });

  it('rejects every delivery if the clock returns NaN', async () => {
    const { body, headers } = await sign();
    expect(await codeOf(unwrap(body, headers, [secret], { now: () => Number.NaN }))).toBe('stale');
  });

  it.each([
    ['text in the timestamp', { 'webhook-timestamp': '1795210232abc' }],
    ['a fraction in the timestamp', { 'webhook-timestamp': '1795210232.5' }],
    ['a plus sign in the timestamp', { 'webhook-timestamp': '+1795210232' }],
    ['a timestamp in milliseconds', { 'webhook-timestamp': '1795210232000' }],
    ['a leading zero in the timestamp', { 'webhook-timestamp': '01795210232' }],
    ['a hexadecimal timestamp', { 'webhook-timestamp': '0x6b00' }],
    ['a dot in the ID', { 'webhook-id': 'evt_1.2' }],
    ['a space in the ID', { 'webhook-id': 'evt 1' }],
    ['an ID of 257 characters', { 'webhook-id': 'e'.repeat(257) }],
  ])('rejects %s as malformed', async (_, headers) => {
    const signed = await sign();
    expect(
      await codeOf(unwrap(signed.body, { ...signed.headers, ...headers }, [secret], { now })),
    ).toBe('malformed');
  });

  it.each([
    ['invalid JSON', '{"type":'],
    ['a string', '"bookingUpdated"'],
    ['null', 'null'],
    ['an object without a type', '{"id":"evt_1"}'],
    ['an object with a numeric type', '{"type":1}'],
    ['empty', ''],
  ])('reports malformed if a signed body is %s', async (_, body) => {
    const { headers } = await signWebhook(body, { secret, timestamp: signedAt, id: 'evt_1' });
    expect(await codeOf(unwrap(body, headers, [secret], { now }))).toBe('malformed');
  });

  it('reports malformed if a signed body is not UTF-8', async () => {
    const body = new Uint8Array([
      ...new TextEncoder().encode('{"type":"'),
      0xff,
      ...new TextEncoder().encode('"}'),
    ]);
    const seconds = String(now() / 1000);
    const mac = createHmac('sha256', Buffer.alloc(32, 7))
      .update(`evt_1.${seconds}.`)
      .update(body)
      .digest('base64');
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': seconds,
      'webhook-signature': `v1,${mac}`,
    };
    expect(await codeOf(unwrap(body, headers, [secret], { now }))).toBe('malformed');
  });
});

describe('unwrap with a wrong argument', () => {
  it.each([
    ['a parsed object', event, 'a parsed object'],
    ['an array', [1], 'a parsed object'],
    ['undefined', undefined, 'nothing'],
    ['null', null, 'nothing'],
    ['a number', 7, 'a number'],
    ['a String object', new String('{}'), 'a parsed object'],
  ])('reports parsed_body if the body is %s', async (_, body, described) => {
    const { headers } = await sign();
    const error = await rejectionOf<WebhookVerificationError>(
      unwrap(body as never, headers, [secret], { now }),
    );
    expect([error.code, error.message]).toEqual([
      'parsed_body',
      expect.stringMatching(new RegExp(`got ${described}\\. In Express, use .express\\.raw`)),
    ]);
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['an empty array', []],
    ['an array with undefined', [undefined, '']],
    ['without its prefix', secret.slice(6)],
    ['with another prefix', `whpk__${secret.slice(6)}`],
    ['not Base64', 'whsec_%%%%'],
    ['Base64url', `whsec_${'-_'.repeat(20)}`],
    ['too short', secretOf(new Uint8Array(23))],
    ['too long', secretOf(new Uint8Array(65))],
    ['a bearer token', 'test_token_of_acme'],
  ])('reports bad_secret if the secret is %s', async (_, secrets) => {
    const { body, headers } = await sign();
    const error = await rejectionOf<WebhookVerificationError>(
      unwrap(body, headers, secrets as never, { now }),
    );
    expect(error.code).toBe('bad_secret');
    for (const one of [secrets].flat()) if (one) expect(error.message).not.toContain(one.slice(6));
  });

  it.each([24, 64])('accepts a secret of %i bytes', async (length) => {
    const long = secretOf(new Uint8Array(length).fill(1));
    const { body, headers } = await sign({ secret: long });
    expect((await unwrap(body, headers, long, { now })).id).toBe(event.id);
  });
});
