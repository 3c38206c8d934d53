import { ConnectionError, createLastmileClient } from '@delivery-api/lastmile-client';
import { signWebhook } from '@delivery-api/lastmile-client/testing';
import { unwrapWebhook } from '@delivery-api/lastmile-client/webhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventExample } from '../../shared/contracts.ts';
import { serveHttp } from '../../shared/listen.ts';

const hourMs = 3_600_000;
const secret = 'whsec_bGFzdG1pbGUtcHVibGlzaGVkLXRlc3Qtc2VjcmV0LTE=';
const realNow = Date.now;
let offset = 0;

beforeEach(() => {
  offset = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offset);
});
afterEach(() => vi.restoreAllMocks());

describe.each([
  ['back', -hourMs],
  ['forward', hourMs],
])('when the system clock jumps %s by an hour', (_, jump) => {
  it('a call ends after its normal number of retries', async () => {
    let requests = 0;
    const { url, stop } = await serveHttp((request) => {
      requests++;
      offset += jump;
      request.socket.destroy();
    });
    const limits = { maxRetries: 1, timeoutMs: 10_000, deadlineMs: 20_000 };
    const client = createLastmileClient({
      baseUrl: `${url}/lastmile`,
      partnerName: 'acme',
      token: 'test_token',
      ...limits,
    });
    try {
      await expect(client.getStoreInfo({ id: 'sto_1' })).rejects.toBeInstanceOf(ConnectionError);
      expect(requests).toBe(2);
    } finally {
      await stop();
    }
  });

  it('deliveries are rejected as stale until the clock is correct again', async () => {
    const { body, headers } = await signWebhook(eventExample('lastmile') as never, { secret });
    offset = jump;
    await expect(unwrapWebhook(body, headers, secret)).rejects.toMatchObject({
      code: 'stale',
      message: expect.stringContaining(jump > 0 ? ' ago' : ' ahead of the local clock'),
    });
    offset = 0;
    expect((await unwrapWebhook(body, headers, secret)).id).toBe(headers['webhook-id']);
  });
});
