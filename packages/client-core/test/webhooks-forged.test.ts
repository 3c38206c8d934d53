import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { unwrap, WebhookVerificationError } from '../src/webhooks/index.js';
import { rejectionOf } from './support/stub.js';
import { codeOf, now, otherSecret, secret, sign } from './support/webhook.js';

describe('unwrap with a forged delivery', () => {
  /** Forgeries: each returns a body or headers that differ from those that were signed. */
  const forgeries: Record<
    string,
    (body: string, headers: Record<string, string>, mac: string) => [string, Record<string, string>]
  > = {
    'an additional byte': (body, headers) => [`${body} `, headers],
    'a missing byte': (body, headers) => [body.slice(0, -1), headers],
    'the same JSON with other whitespace': (body, headers) => [
      JSON.stringify(JSON.parse(body), null, 1),
      headers,
    ],
    'a byte order mark': (body, headers) => [`\uFEFF${body}`, headers],
    'another event with the same headers': (_, headers) => ['{"type":"bookingUpdated"}', headers],
    'another id': (body, headers) => [body, { ...headers, 'webhook-id': 'evt_2' }],
    'a later timestamp': (body, headers) => [
      body,
      { ...headers, 'webhook-timestamp': String(now() / 1000 + 1) },
    ],
    'a signature without its version': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': mac },
    ],
    'a signature of another version': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `v1a,${mac} v2,${mac} V1,${mac}` },
    ],
    'a truncated signature': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `v1,${mac.slice(0, 40)}` },
    ],
    'a signature with additional bytes': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `v1,${mac}AAAA` },
    ],
    'an empty signature': (body, headers) => [body, { ...headers, 'webhook-signature': 'v1,' }],
    'a comma-separated list of signatures': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `v1,${mac},v1,${mac}` },
    ],
    'a hexadecimal signature': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `v1,${Buffer.from(mac, 'base64').toString('hex')}` },
    ],
    'a null character before the signature': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `v1,\0${mac}` },
    ],
    'a valid signature after eight others': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `${`v1,${'A'.repeat(43)}= `.repeat(8)}v1,${mac}` },
    ],
  };

  it.each(Object.keys(forgeries))('rejects %s', async (name) => {
    const signed = await sign();
    const [body, headers] = (forgeries[name] as (typeof forgeries)[string])(
      signed.body,
      signed.headers,
      signed.headers['webhook-signature'].slice(3),
    );
    expect(await codeOf(unwrap(body, headers, [secret], { now }))).toBe('bad_signature');
  });

  it('verifies with crypto.subtle.verify, which compares in constant time', async () => {
    const { body, headers } = await sign();
    const made = vi.spyOn(crypto.subtle, 'sign');
    const compared = vi.spyOn(crypto.subtle, 'verify');
    try {
      await unwrap(body, headers, [secret], { now });
      await rejectionOf(unwrap(`${body} `, headers, [secret], { now }));
      expect([made.mock.calls.length, compared.mock.calls.length]).toEqual([0, 2]);
    } finally {
      made.mockRestore();
      compared.mockRestore();
    }
  });

  it('rejects a signature that was created with another secret', async () => {
    const { body, headers } = await sign({ secret: otherSecret });
    expect(await codeOf(unwrap(body, headers, [secret], { now }))).toBe('bad_signature');
  });

  it('rejects a body or a signature in which one bit is changed', async () => {
    const { body, headers } = await sign();
    const bytes = new TextEncoder().encode(body);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
        const changed = Uint8Array.from(bytes);
        changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(await codeOf(unwrap(changed, headers, [secret], { now }))).toBe('bad_signature');
      }),
    );
    const mac = Buffer.from(headers['webhook-signature'].slice(3), 'base64');
    for (let bit = 0; bit < 256; bit++) {
      const changed = Buffer.from(mac);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      const forged = { ...headers, 'webhook-signature': `v1,${changed.toString('base64')}` };
      expect(await codeOf(unwrap(body, forged, [secret], { now }))).toBe('bad_signature');
    }
  });

  it('rejects random input with one of the documented codes', async () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'v1,',
        'v1,=',
        ' v1,AAAA ',
        'v1,v1,',
        '',
        ' ',
        '.',
        '..',
        '-1',
        'Infinity',
        'null',
        'whsec_',
        '\u0000',
        '9'.repeat(400),
      ),
      fc.base64String({ minLength: 40, maxLength: 48 }).map((mac) => `v1,${mac}`),
    );
    const value = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.constant(undefined));
    const names = [
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
      'Webhook-Id',
      'get',
      '__proto__',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.anything(),
        fc.dictionary(fc.constantFrom(...names), value),
        fc.boolean(),
        async (randomBody, randomHeaders, overValid) => {
          const valid = await sign();
          const headers = overValid ? { ...valid.headers, ...randomHeaders } : randomHeaders;
          const body = overValid ? `${valid.body} ` : randomBody;
          const error = await rejectionOf<WebhookVerificationError>(
            unwrap(body as never, headers, [secret], { now }),
          );
          expect(error).toBeInstanceOf(WebhookVerificationError);
          expect([
            'missing_header',
            'malformed',
            'stale',
            'bad_signature',
            'parsed_body',
          ]).toContain(error.code);
        },
      ),
    );
  });
});
