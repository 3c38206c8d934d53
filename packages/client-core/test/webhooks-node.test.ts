import { createSecretKey } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { signWebhook } from '../src/testing/index.js';
import { unwrap } from '../src/webhooks/index.js';
import { unwrap as nodeUnwrap, unwrapSync } from '../src/webhooks/node.js';
import {
  codeOf,
  event,
  now,
  otherSecret,
  secret,
  secretOf,
  sign,
  signedAt,
} from './support/webhook.js';

vi.mock('node:crypto', { spy: true });

/** Returns what a verification returns, or the properties of its error. */
async function outcomeOf(verify: () => unknown): Promise<unknown> {
  try {
    return await verify();
  } catch (error) {
    const { name, message, code, status } = error as Record<string, unknown>;
    return { name, message, code, status };
  }
}

const signed = await sign();
const rotated = await sign({ secret: [secret, otherSecret] });
const changed = `${signed.body} `;
const withSignature = (signature: string) => ({
  ...signed.headers,
  'webhook-signature': signature,
});
const wrongSignature = `v1,${'A'.repeat(43)}=`;
type Case = [string, unknown, object, unknown];

describe('verification with node:crypto', () => {
  it.each<Case>([
    ['a valid text', signed.body, signed.headers, secret],
    ['valid bytes', new TextEncoder().encode(signed.body), signed.headers, [secret]],
    ['a rotation', rotated.body, rotated.headers, [otherSecret]],
    ['the second secret', signed.body, signed.headers, [otherSecret, secret]],
    [
      'the second signature',
      signed.body,
      withSignature(`${wrongSignature} ${signed.headers['webhook-signature']}`),
      secret,
    ],
    ['an empty second secret', signed.body, signed.headers, [secret, '']],
    ['a changed body', changed, signed.headers, secret],
    ['another secret', signed.body, signed.headers, otherSecret],
    ['a wrong signature', signed.body, withSignature(wrongSignature), secret],
    ['a signature that is not Base64', signed.body, withSignature(`v1,${'*'.repeat(44)}`), secret],
    ['a signature of another version', signed.body, withSignature('v2,abc'), secret],
    ['no headers', signed.body, {}, secret],
    ['no secret', signed.body, signed.headers, ''],
    ['an undefined secret', signed.body, signed.headers, undefined],
    ['an invalid secret', signed.body, signed.headers, [secret, 'whsec_short']],
    ['a parsed body', event, signed.headers, secret],
    ['a promise', Promise.resolve(signed.body), signed.headers, secret],
    ['no body', undefined, signed.headers, secret],
  ])(
    'verification with node:crypto has the same result as Web Crypto for %s',
    async (_, body, headers, secrets) => {
      const delivery = [body, headers, secrets, { now }] as unknown as Parameters<
        typeof unwrapSync
      >;
      const expected = await outcomeOf(() => unwrap(...delivery));
      expect(await outcomeOf(() => unwrapSync(...delivery))).toEqual(expected);
      expect(await outcomeOf(() => nodeUnwrap(...delivery))).toEqual(expected);
    },
  );

  it('returns the event without a promise', () => {
    const { id, event: received } = unwrapSync(signed.body, signed.headers, secret, { now });
    expect({ id, received }).toEqual({ id: event.id, received: event });
  });

  it('rejects a body that is not JSON or not an event', async () => {
    for (const text of ['\u0000', '[]', 'null', '{"type":1}']) {
      const { body, headers } = await signWebhook(text, { secret, timestamp: signedAt });
      expect(() => unwrapSync(body, headers, secret, { now })).toThrow(
        expect.objectContaining({ code: 'malformed', status: 400 }),
      );
    }
  });

  it('caches the keys of 16 secrets', () => {
    const secrets = Array.from({ length: 16 }, (_, index) =>
      secretOf(Buffer.alloc(32, 100 + index)),
    );
    const verify = () =>
      expect(() => unwrapSync(signed.body, signed.headers, secrets, { now })).toThrow(
        expect.objectContaining({ code: 'bad_signature' }),
      );
    // The first call can clear a full cache after some of the secrets. The second call then caches
    // the rest.
    for (let call = 0; call < 2; call++) verify();
    vi.mocked(createSecretKey).mockClear();
    verify();
    expect(createSecretKey).not.toHaveBeenCalled();
  });

  it('verifies deliveries with more secrets than the cache holds', async () => {
    for (let count = 0; count < 20; count++) {
      const key = `whsec_${Buffer.alloc(32, count).toString('base64')}`;
      const one = await sign({ secret: key });
      expect(unwrapSync(one.body, one.headers, key, { now }).id).toBe(event.id);
    }
  });
});

describe('errors of unwrap', () => {
  it.each([
    ['bad_secret', signed.body, 'secret', 500],
    ['parsed_body', event, secret, 500],
    ['bad_signature', changed, secret, 400],
  ])(
    'unwrap throws an error with the code %s and the status to respond with',
    async (code, body, secrets, status) => {
      const rejected = unwrap(body as string, signed.headers, secrets, { now });
      expect(await outcomeOf(() => rejected)).toMatchObject({ code, status });
    },
  );

  it('unwrap reports a missing await in its message', async () => {
    const rejected = unwrap(Promise.resolve('') as never, signed.headers, secret, { now });
    await expect(rejected).rejects.toThrow('got a promise: `await` is missing.');
  });

  it('unwrap reports an array of only empty secrets as bad_secret', async () => {
    expect(await codeOf(unwrap(signed.body, signed.headers, ['', ''], { now }))).toBe('bad_secret');
  });
});
