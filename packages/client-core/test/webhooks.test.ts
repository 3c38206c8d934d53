import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { describe, expect, it, vi } from 'vitest';
import { signWebhook } from '../src/testing/index.js';
import { unwrap, type WebhookHeaders, WebhookVerificationError } from '../src/webhooks/index.js';
import { failureOf } from './support/stub.js';

const secretOf = (bytes: Uint8Array): string => `whsec_${Buffer.from(bytes).toString('base64')}`;
const secret = secretOf(new Uint8Array(32).fill(7));
const other = secretOf(new Uint8Array(32).fill(8));
const signedAt = new Date('2026-11-20T18:03:02Z');
const now = () => signedAt.getTime();
const event = {
  id: 'evt_01JD5KJ4W7F3',
  type: 'bookingUpdated',
  occurred_at: '2026-11-20T18:03:02.000Z',
  api_version: '1.0',
  test: true,
  data: { note: 'Grüße 🛵' },
};
const sign = (options: object = {}) =>
  signWebhook(event, { secret, timestamp: signedAt, ...options });
const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  const error = await failureOf<WebhookVerificationError>(promise);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  return error.code;
};

describe('the keys of secrets', () => {
  it('are made once for each secret, and made again when many others came between', async () => {
    const made = vi.spyOn(crypto.subtle, 'importKey');
    try {
      const [mine, ...many] = Array.from({ length: 40 }, (_, index) =>
        secretOf(new Uint8Array(32).fill(100 + index)),
      );
      const { body, headers } = await sign({ secret: mine });
      for (let round = 0; round < 3; round++)
        await unwrap(body, headers, [mine as string], { now });
      expect(made).toHaveBeenCalledTimes(1);
      for (const one of many) await codeOf(unwrap(body, headers, [one], { now }));
      expect(made).toHaveBeenCalledTimes(40);
      await unwrap(body, headers, [mine as string], { now });
      expect(made).toHaveBeenCalledTimes(41);
    } finally {
      made.mockRestore();
    }
  });
});

describe('a good delivery', () => {
  it('gives its id, when it was signed, and its event', async () => {
    const { body, headers } = await sign();
    expect(await unwrap(body, headers, [secret], { now })).toEqual({
      id: event.id,
      timestamp: signedAt,
      event,
    });
  });

  it.each<[string, (headers: Record<string, string>) => WebhookHeaders]>([
    ['a Headers object', (headers) => new Headers(headers)],
    ["Node's headers", (headers) => headers],
    [
      'a record in another case',
      (headers) =>
        Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
        ),
    ],
    [
      'a record of lists',
      (headers) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
    [
      'a record with absent members',
      (headers) => ({ ...headers, 'WEBHOOK-ID': undefined, cookie: undefined }),
    ],
  ])('is taken with %s', async (_, shape) => {
    const { body, headers } = await sign();
    expect((await unwrap(body, shape(headers), [secret], { now })).event).toEqual(event);
  });

  it.each<[string, (body: string) => string | Uint8Array | ArrayBuffer]>([
    ['text', (body) => body],
    ['a Buffer', (body) => Buffer.from(body)],
    ['bytes', (body) => new TextEncoder().encode(body)],
    ['an ArrayBuffer', (body) => new TextEncoder().encode(body).buffer],
    [
      'a part of a larger buffer',
      (body) =>
        new Uint8Array(new TextEncoder().encode(`..${body}..`).buffer, 2, Buffer.byteLength(body)),
    ],
  ])('is taken with its body as %s', async (_, shape) => {
    const { body, headers } = await sign();
    expect((await unwrap(shape(body), headers, [secret], { now })).event).toEqual(event);
  });

  it('is taken with one secret that is not in a list, and with any of several', async () => {
    const { body, headers } = await sign();
    for (const secrets of [secret, [secret], [other, secret], [secret, other]])
      expect((await unwrap(body, headers, secrets, { now })).id).toBe(event.id);
  });

  it('is taken when only one of its signatures fits, whatever the others are', async () => {
    const { body, headers } = await sign({ secret: [other, secret] });
    expect((await unwrap(body, headers, [secret], { now })).id).toBe(event.id);
    const signatures = `v1a,${'A'.repeat(86)}== v2,x v1,short ${headers['webhook-signature']}`;
    expect(
      (await unwrap(body, { ...headers, 'webhook-signature': signatures }, [secret], { now })).id,
    ).toBe(event.id);
  });

  it('keeps what a newer service adds, and events of a type that nobody here knows', async () => {
    const newer = { ...event, type: 'courierSneezed', extra: 1 };
    const { body, headers } = await signWebhook(newer, { secret, timestamp: signedAt });
    expect((await unwrap(body, headers, [secret], { now })).event).toEqual(newer);
  });

  it('is judged by the real clock where none is given', async () => {
    const { body, headers } = await signWebhook(event, { secret });
    expect((await unwrap(body, headers, [secret])).id).toBe(event.id);
  });
});

describe('a delivery', () => {
  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'without %s is refused, and the header named',
    async (name) => {
      const { body, headers } = await sign();
      for (const bare of [
        { ...headers, [name]: undefined },
        { ...headers, [name]: '' },
        { ...headers, [name]: [] },
      ]) {
        const error = await failureOf<WebhookVerificationError>(
          unwrap(body, bare, [secret], { now }),
        );
        expect([error.code, error.message]).toEqual([
          'missing_header',
          expect.stringContaining(name),
        ]);
      }
    },
  );

  it('without any headers is refused', async () => {
    const { body } = await sign();
    for (const none of [{}, new Headers(), undefined, null])
      expect(await codeOf(unwrap(body, none as never, [secret], { now }))).toBe('missing_header');
  });

  it('with a header twice is refused', async () => {
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
  ])('that was signed %i s away from the clock: %s', async (seconds, code) => {
    const { body, headers } = await sign({ timestamp: new Date(now() + seconds * 1000) });
    const verified = unwrap(body, headers, [secret], { now });
    if (code === undefined) expect((await verified).id).toBe(event.id);
    else expect(await codeOf(verified)).toBe(code);
  });

  it('says how stale it is, and in which direction', async () => {
    const { body, headers } = await sign();
    const late = await failureOf(unwrap(body, headers, [secret], { now: () => now() + 600_000 }));
    expect(late.message).toContain('Signed 600 s ago; the tolerance is 300 s');
    const early = await failureOf(unwrap(body, headers, [secret], { now: () => now() - 600_000 }));
    expect(early.message).toContain('Signed 600 s ahead of the clock here');
  });

  it('is judged by the given tolerance', async () => {
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

  it('is refused when the clock is broken', async () => {
    const { body, headers } = await sign();
    expect(await codeOf(unwrap(body, headers, [secret], { now: () => Number.NaN }))).toBe('stale');
  });

  it.each([
    ['text in the timestamp', { 'webhook-timestamp': '1795210232abc' }],
    ['a fraction', { 'webhook-timestamp': '1795210232.5' }],
    ['a sign', { 'webhook-timestamp': '+1795210232' }],
    ['milliseconds', { 'webhook-timestamp': '1795210232000' }],
    ['a leading zero', { 'webhook-timestamp': '01795210232' }],
    ['hexadecimals', { 'webhook-timestamp': '0x6b00' }],
    ['a dot in the id', { 'webhook-id': 'evt_1.2' }],
    ['a blank in the id', { 'webhook-id': 'evt 1' }],
    ['a very long id', { 'webhook-id': 'e'.repeat(257) }],
  ])('with %s is malformed', async (_, headers) => {
    const signed = await sign();
    expect(
      await codeOf(unwrap(signed.body, { ...signed.headers, ...headers }, [secret], { now })),
    ).toBe('malformed');
  });

  it.each([
    ['no JSON', '{"type":'],
    ['no object', '"bookingUpdated"'],
    ['null', 'null'],
    ['no type', '{"id":"evt_1"}'],
    ['a type that is no text', '{"type":1}'],
    ['nothing', ''],
  ])('that is signed, but whose body is %s, is malformed', async (_, body) => {
    const { headers } = await signWebhook(body, { secret, timestamp: signedAt, id: 'evt_1' });
    expect(await codeOf(unwrap(body, headers, [secret], { now }))).toBe('malformed');
  });

  it('that is signed, but not UTF-8, is malformed', async () => {
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

describe('a fault of the receiver', () => {
  it.each([
    ['the object that a parser made', event],
    ['a list', [1]],
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a boxed text', new String('{}')],
  ])('is told apart: the body is %s', async (_, body) => {
    const { headers } = await sign();
    const error = await failureOf<WebhookVerificationError>(
      unwrap(body as never, headers, [secret], { now }),
    );
    expect([error.code, error.message]).toEqual([
      'parsed_body',
      expect.stringContaining('express.raw'),
    ]);
  });

  it.each([
    ['absent', undefined],
    ['empty', ''],
    ['an empty list', []],
    ['a list with a gap', [secret, undefined]],
    ['without its prefix', secret.slice(6)],
    ['with another prefix', `whpk__${secret.slice(6)}`],
    ['not Base64', 'whsec_%%%%'],
    ['Base64 of another alphabet', `whsec_${'-_'.repeat(20)}`],
    ['too short', secretOf(new Uint8Array(23))],
    ['too long', secretOf(new Uint8Array(65))],
    ['the token by mistake', 'test_token_of_acme'],
  ])('is told apart: the secret is %s', async (_, secrets) => {
    const { body, headers } = await sign();
    const error = await failureOf<WebhookVerificationError>(
      unwrap(body, headers, secrets as never, { now }),
    );
    expect(error.code).toBe('bad_secret');
    for (const one of [secrets].flat()) if (one) expect(error.message).not.toContain(one.slice(6));
  });

  it.each([24, 64])('is not a secret of %i bytes', async (length) => {
    const long = secretOf(new Uint8Array(length).fill(1));
    const { body, headers } = await sign({ secret: long });
    expect((await unwrap(body, headers, long, { now })).id).toBe(event.id);
  });
});

describe('a forged delivery', () => {
  /**
   * Ways to lie about a delivery. Each gives another body or other headers than those that were
   * signed.
   */
  const tricks: Record<
    string,
    (body: string, headers: Record<string, string>, mac: string) => [string, Record<string, string>]
  > = {
    'a byte more': (body, headers) => [`${body} `, headers],
    'a byte less': (body, headers) => [body.slice(0, -1), headers],
    'the same JSON, written otherwise': (body, headers) => [
      JSON.stringify(JSON.parse(body), null, 1),
      headers,
    ],
    'a byte order mark': (body, headers) => [`\uFEFF${body}`, headers],
    'another event under the same headers': (_, headers) => ['{"type":"bookingUpdated"}', headers],
    'another id': (body, headers) => [body, { ...headers, 'webhook-id': 'evt_2' }],
    'a fresher timestamp': (body, headers) => [
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
    'a cut signature': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `v1,${mac.slice(0, 40)}` },
    ],
    'a signature with a byte more': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `v1,${mac}AAAA` },
    ],
    'an empty signature': (body, headers) => [body, { ...headers, 'webhook-signature': 'v1,' }],
    'a comma list of signatures': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `v1,${mac},v1,${mac}` },
    ],
    'a hexadecimal signature': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `v1,${Buffer.from(mac, 'base64').toString('hex')}` },
    ],
    'nulls around the signature': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `v1,\0${mac}` },
    ],
    'a right signature after more than a rotation has': (body, headers, mac) => [
      body,
      { ...headers, 'webhook-signature': `${`v1,${'A'.repeat(43)}= `.repeat(8)}v1,${mac}` },
    ],
  };

  it.each(Object.keys(tricks))('is refused: %s', async (name) => {
    const signed = await sign();
    const [body, headers] = (tricks[name] as (typeof tricks)[string])(
      signed.body,
      signed.headers,
      signed.headers['webhook-signature'].slice(3),
    );
    expect(await codeOf(unwrap(body, headers, [secret], { now }))).toBe('bad_signature');
  });

  it('is compared by the platform in constant time: no signature is made here to compare it with', async () => {
    const { body, headers } = await sign();
    const made = vi.spyOn(crypto.subtle, 'sign');
    const compared = vi.spyOn(crypto.subtle, 'verify');
    try {
      await unwrap(body, headers, [secret], { now });
      await failureOf(unwrap(`${body} `, headers, [secret], { now }));
      expect([made.mock.calls.length, compared.mock.calls.length]).toEqual([0, 2]);
    } finally {
      made.mockRestore();
      compared.mockRestore();
    }
  });

  it('is refused: signed with another secret', async () => {
    const { body, headers } = await sign({ secret: other });
    expect(await codeOf(unwrap(body, headers, [secret], { now }))).toBe('bad_signature');
  });

  it('is refused whichever single bit of the body or of the signature is turned', async () => {
    const { body, headers } = await sign();
    const bytes = new TextEncoder().encode(body);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
        const turned = Uint8Array.from(bytes);
        turned[bit >> 3] = (turned[bit >> 3] as number) ^ (1 << (bit & 7));
        expect(await codeOf(unwrap(turned, headers, [secret], { now }))).toBe('bad_signature');
      }),
    );
    const mac = Buffer.from(headers['webhook-signature'].slice(3), 'base64');
    for (let bit = 0; bit < 256; bit++) {
      const turned = Buffer.from(mac);
      turned[bit >> 3] = (turned[bit >> 3] as number) ^ (1 << (bit & 7));
      const forged = { ...headers, 'webhook-signature': `v1,${turned.toString('base64')}` };
      expect(await codeOf(unwrap(body, forged, [secret], { now }))).toBe('bad_signature');
    }
  });

  it('of any kind ends in one of the documented codes, and never in an event', async () => {
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
        async (anything, tricky, overGood) => {
          const good = await sign();
          const headers = overGood ? { ...good.headers, ...tricky } : tricky;
          const body = overGood ? `${good.body} ` : anything;
          const error = await failureOf<WebhookVerificationError>(
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

/** Two other implementations of the standard. */
const peers = [
  ['standardwebhooks', StandardWebhook, ['webhook-id', 'webhook-timestamp', 'webhook-signature']],
  ['svix', SvixWebhook, ['svix-id', 'svix-timestamp', 'svix-signature']],
] as const;

describe.each(peers)('with %s', (_, Peer, [idName, timestampName, signatureName]) => {
  const deliveries = fc.record({
    bytes: fc.uint8Array({ minLength: 24, maxLength: 64 }),
    id: fc.stringMatching(/^evt_[A-Za-z0-9]{1,40}$/),
    data: fc.jsonValue(),
  });

  it('what it signs is taken here', async () => {
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

  it('what is signed here is taken there, also during a rotation', async () => {
    await fc.assert(
      fc.asyncProperty(deliveries, async ({ bytes, id, data }) => {
        const { body, headers } = await signWebhook(
          { id, type: 'bookingUpdated', data } as object,
          { secret: [other, secretOf(bytes)] },
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

  it('both refuse what the other did not sign', async () => {
    const { body, headers } = await signWebhook(event, { secret });
    const theirs = {
      [idName]: headers['webhook-id'],
      [timestampName]: headers['webhook-timestamp'],
      [signatureName]: headers['webhook-signature'],
    };
    expect(() => new Peer(other).verify(body, theirs)).toThrow();
    const signature = new Peer(other).sign(event.id, signedAt, body);
    expect(
      await codeOf(
        unwrap(
          body,
          { ...headers, 'webhook-timestamp': String(now() / 1000), 'webhook-signature': signature },
          secret,
          { now },
        ),
      ),
    ).toBe('bad_signature');
  });
});

describe('signWebhook', () => {
  it('gives what a service would post', async () => {
    const { body, headers } = await sign();
    expect(JSON.parse(body)).toEqual(event);
    expect(headers).toEqual({
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': '1795197782',
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
  });

  it('signs a raw body as it is, under the given id', async () => {
    const { body, headers } = await signWebhook('{ "type": "x" }', {
      secret,
      id: 'evt_9',
      timestamp: signedAt,
    });
    expect([body, headers['webhook-id']]).toEqual(['{ "type": "x" }', 'evt_9']);
  });

  it('refuses a secret that is none', async () => {
    expect(await codeOf(signWebhook(event, { secret: 'nope' }))).toBe('bad_secret');
  });
});
