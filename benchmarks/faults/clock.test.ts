import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConnectionError, createLastmileClient } from '@delivery-api/lastmile-client';
import { signWebhook } from '@delivery-api/lastmile-client/testing';
import { unwrapWebhook } from '@delivery-api/lastmile-client/webhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { interfaces } from '../attack/judge.ts';

const hour = 3_600_000;
const secret = 'whsec_bGFzdG1pbGUtcHVibGlzaGVkLXRlc3Qtc2VjcmV0LTE=';
let offset = 0;
const real = Date.now;

beforeEach(() => {
  offset = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => real() + offset);
});
afterEach(() => vi.restoreAllMocks());

describe.each([
  ['back', -hour],
  ['forward', hour],
])('when the clock of the machine is put %s by an hour', (_, jump) => {
  it('within a call, the call makes no attempt more, and ends', async () => {
    let asked = 0;
    const server = createServer((request) => {
      asked++;
      offset += jump;
      request.socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const limits = { maxRetries: 1, timeoutMs: 10_000, deadlineMs: 20_000 };
    const client = createLastmileClient({
      baseUrl: `http://127.0.0.1:${port}/lastmile`,
      partnerName: 'acme',
      token: 'test_token',
      ...limits,
    });
    try {
      await expect(client.getStoreInfo({ id: 'sto_1' })).rejects.toBeInstanceOf(ConnectionError);
      expect(asked).toBe(jump < 0 ? 2 : 1);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('deliveries are stale until it is right again, and are then taken as they are', async () => {
    const event = interfaces[0]?.contract.webhooks[0]?.content.examples[0]?.value;
    const { body, headers } = await signWebhook(event as never, { secret });
    offset = jump;
    await expect(unwrapWebhook(body, headers, secret)).rejects.toMatchObject({
      code: 'stale',
      message: expect.stringContaining(jump > 0 ? 'ago' : 'ahead of the clock here'),
    });
    offset = 0;
    expect((await unwrapWebhook(body, headers, secret)).id).toBe(headers['webhook-id']);
  });
});
