import { describe, expect, it, vi } from 'vitest';
import { signWebhook } from '../src/testing/index.js';
import { unwrap, type WebhookHeaders } from '../src/webhooks/index.js';
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

describe('unwrap with a valid delivery', () => {
  it('returns the ID, the timestamp and the event of a valid delivery', async () => {
    const { body, headers } = await sign();
    expect(await unwrap(body, headers, [secret], { now })).toEqual({
      id: event.id,
      timestamp: signedAt,
      event,
    });
  });

  it.each<[string, (headers: Record<string, string>) => WebhookHeaders]>([
    ['a Headers object', (headers) => new Headers(headers)],
    ['headers of Node.js', (headers) => headers],
    [
      'a record with upper-case names',
      (headers) =>
        Object.fromEntries(
          Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
        ),
    ],
    [
      'a record of arrays',
      (headers) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
    [
      'a record with undefined members',
      (headers) => ({ ...headers, 'WEBHOOK-ID': undefined, cookie: undefined }),
    ],
  ])('accepts webhook headers as %s', async (_, shape) => {
    const { body, headers } = await sign();
    expect((await unwrap(body, shape(headers), [secret], { now })).event).toEqual(event);
  });

  it.each<[string, (body: string) => string | Uint8Array | ArrayBuffer]>([
    ['a string', (body) => body],
    ['a Buffer', (body) => Buffer.from(body)],
    ['bytes', (body) => new TextEncoder().encode(body)],
    ['an ArrayBuffer', (body) => new TextEncoder().encode(body).buffer],
    [
      'a part of a larger buffer',
      (body) =>
        new Uint8Array(new TextEncoder().encode(`..${body}..`).buffer, 2, Buffer.byteLength(body)),
    ],
  ])('accepts a body that is %s', async (_, shape) => {
    const { body, headers } = await sign();
    expect((await unwrap(shape(body), headers, [secret], { now })).event).toEqual(event);
  });

  it('accepts one secret or an array of secrets', async () => {
    const { body, headers } = await sign();
    for (const secrets of [secret, [secret], [otherSecret, secret], [secret, otherSecret]])
      expect((await unwrap(body, headers, secrets, { now })).id).toBe(event.id);
  });

  it('accepts a delivery if one of its signatures is valid', async () => {
    const { body, headers } = await sign({ secret: [otherSecret, secret] });
    expect((await unwrap(body, headers, [secret], { now })).id).toBe(event.id);
    const signatures = `v1a,${'A'.repeat(86)}== v2,x v1,short ${headers['webhook-signature']}`;
    expect(
      (await unwrap(body, { ...headers, 'webhook-signature': signatures }, [secret], { now })).id,
    ).toBe(event.id);
  });

  it('keeps unknown members and unknown event types', async () => {
    const newer = { ...event, type: 'courierSneezed', extra: 1 };
    const { body, headers } = await signWebhook(newer, { secret, timestamp: signedAt });
    expect((await unwrap(body, headers, [secret], { now })).event).toEqual(newer);
  });

  it('uses the clock of the platform by default', async () => {
    const { body, headers } = await signWebhook(event, { secret });
    expect((await unwrap(body, headers, [secret])).id).toBe(event.id);
  });
});

describe('key cache', () => {
  it('imports the key of a secret once, and again after many other secrets', async () => {
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
