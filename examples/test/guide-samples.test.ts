import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isVerified } from '../verify/verify.ts';
import { runProgram } from './support/run-program.ts';

let mock: Sandbox;
beforeAll(async () => {
  mock = await startMock({
    mode: 'sandbox',
    port: 0,
    seed: 'guides',
    clock: { start: '2026-11-20T18:00:00Z', frozen: true },
  });
});
afterAll(() => mock.stop());

describe.each(['sh', 'ts'])('guide samples in .%s', (extension) => {
  it('the Lastmile samples create one booking although a response is lost, find it, and cancel it', async () => {
    const { stdout, stderr } = await runProgram(`guides/lastmile.${extension}`, mock.url);
    expect(stderr).toBe('');
    expect(stdout).toBe('1\nsearching\ncancelled\n');
    const [second, first] = mock.requests({ operation: 'createBooking', limit: 2 });
    // The first attempt created the booking without a response; the second got the stored response.
    expect([first?.status, second?.status]).toEqual([0, 201]);
  });

  it('the Marketplace samples reject an order, reopen a store, and publish a menu', async () => {
    const { stdout, stderr } = await runProgram(`guides/marketplace.${extension}`, mock.url);
    expect(stderr).toBe('');
    expect(stdout).toMatch(
      /^200\n304\nrejected\npaused\ntrue\n\[\]\nvalidated\n\d+\n\[[^\]]*'missing_allergen_info'[^\]]*\]\npublishing\nlive\n$/,
    );
  });
});

it('the validator sample validates a response and an event', async () => {
  expect(await runProgram('guides/validators.ts', mock.url)).toEqual({
    stdout: "sto_01JD3M7X9KQA\n{ message: 'is missing', path: [ 'id' ] }\n",
    stderr: '',
  });
});

describe('sandbox guide samples', () => {
  it.each(['sh', 'ts'])(
    'the .%s samples inject faults and request a documented problem',
    async (extension) => {
      const { stdout, stderr } = await runProgram(`guides/sandbox.${extension}`, mock.url);
      expect(stderr).toBe('');
      expect(stdout).toBe('2\nresource_expired\nservice_unavailable\n0\n');
    },
  );

  it('the test sample runs a whole scenario', async () => {
    expect(await runProgram('guides/in-a-test.ts', mock.url)).toEqual({ stdout: '', stderr: '' });
  });
});

interface TestVector {
  secret: string;
  id: string;
  timestamp: string;
  body: string;
  signature: string;
}

describe.each(['lastmile', 'marketplace'])('the verify sample with the %s test vector', (name) => {
  const contract = JSON.parse(
    readFileSync(join(import.meta.dirname, `../../specs/dist/${name}.json`), 'utf8'),
  );
  const [webhook] = Object.values<{
    post: { 'x-webhook-delivery': { test_vector: TestVector } };
  }>(contract.webhooks);
  if (webhook === undefined) throw new Error(`${name} has no webhook.`);
  const { secret, id, timestamp, body, signature } = webhook.post['x-webhook-delivery'].test_vector;
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  };
  const now = Number(timestamp);
  const other = `whsec_${Buffer.from('another secret').toString('base64')}`;

  it.each<[string, boolean, () => boolean]>([
    ['accepts the delivery', true, () => isVerified({ headers, body, secrets: [secret], now })],
    [
      'accepts a body as bytes',
      true,
      () => isVerified({ headers, body: Buffer.from(body), secrets: [secret], now }),
    ],
    [
      'accepts the delivery during a secret rotation',
      true,
      () => isVerified({ headers, body, secrets: [other, secret], now }),
    ],
    [
      'accepts a delivery if one of its signatures is valid',
      true,
      () =>
        isVerified({
          headers: { ...headers, 'webhook-signature': `v1,AAAA ${signature}` },
          body,
          secrets: [secret],
          now,
        }),
    ],
    [
      'accepts the delivery five minutes after its timestamp',
      true,
      () => isVerified({ headers, body, secrets: [secret], now: now + 300 }),
    ],
    [
      'rejects the delivery six minutes after its timestamp',
      false,
      () => isVerified({ headers, body, secrets: [secret], now: now + 360 }),
    ],
    [
      'rejects the delivery six minutes before its timestamp',
      false,
      () => isVerified({ headers, body, secrets: [secret], now: now - 360 }),
    ],
    [
      'rejects a changed body',
      false,
      () => isVerified({ headers, body: `${body} `, secrets: [secret], now }),
    ],
    [
      'rejects a changed ID',
      false,
      () =>
        isVerified({
          headers: { ...headers, 'webhook-id': 'evt_1' },
          body,
          secrets: [secret],
          now,
        }),
    ],
    [
      'rejects the delivery with a different secret',
      false,
      () => isVerified({ headers, body, secrets: [other], now }),
    ],
    [
      'rejects the delivery without headers',
      false,
      () => isVerified({ headers: {}, body, secrets: [secret], now }),
    ],
  ])('%s', (_, expected, verify) => {
    expect(verify()).toBe(expected);
  });
});
