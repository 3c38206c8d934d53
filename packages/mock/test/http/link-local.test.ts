import { describe, expect, it } from 'vitest';
import { guardedLookup, hostOf, isLinkLocal } from '../../src/http/link-local.ts';
import { sendWebhook } from '../../src/http/webhook-sender.ts';
import { useReceiver } from '../support/sandbox.ts';

describe('link-local addresses', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xa9.0xfe.0xa9.0xfe/',
    'http://169.254.43518/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[febf::1]:8080/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[64:ff9b::a9fe:1]/',
    'http://[64:ff9b::100.100.100.200]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[2002:6464:64c8::]/',
  ])('the host of %s is recognized as a link-local or cloud metadata address', (url) => {
    expect(isLinkLocal(hostOf(url))).toBe(true);
  });

  it.each([
    'http://127.0.0.1:3000/',
    'http://[::1]/',
    'http://10.0.0.7/',
    'http://192.168.1.1/',
    'http://169.253.1.1/',
    'http://[64:ff9b::8.8.8.8]/',
    'http://[2002:808:808::1]/',
    'https://hooks.example.com/',
  ])('the host of %s is not recognized as a link-local or cloud metadata address', (url) => {
    expect(isLinkLocal(hostOf(url))).toBe(false);
  });

  it('a link-local address never receives an event', async () => {
    expect(
      await sendWebhook({
        url: 'http://169.254.169.254/hooks',
        headers: {},
        body: '{}',
        timeoutSeconds: 1,
      }),
    ).toMatchObject({
      status: undefined,
      error: expect.stringContaining('link-local'),
    });
  });

  it('a host name is rejected if one of its addresses is link-local', async () => {
    const resolved = (addresses: string[], all: boolean) =>
      new Promise((resolve) =>
        guardedLookup((_, __, found) =>
          all
            ? found(
                null,
                addresses.map((address) => ({ address, family: 4 })),
              )
            : found(null, addresses[0] ?? '', 4),
        )('hooks.example.com', { all }, (error, address) => resolve(error?.message ?? address)),
      );
    expect(await resolved(['127.0.0.1'], false)).toBe('127.0.0.1');
    expect(await resolved(['169.254.169.254'], false)).toContain('link-local');
    expect(await resolved(['127.0.0.1', '169.254.169.254'], true)).toContain('link-local');
    expect(await resolved(['127.0.0.1', '10.0.0.1'], true)).toHaveLength(2);
  });

  it('a receiver whose host name resolves to a loopback address gets the event', async () => {
    const receiver = await useReceiver();
    expect(
      await sendWebhook({
        url: receiver.url.replace('127.0.0.1', 'localhost'),
        headers: {},
        body: '{}',
        timeoutSeconds: 5,
      }),
    ).toMatchObject({
      status: 204,
    });
  });
});
