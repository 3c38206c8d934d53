import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sandbox, startMock } from '@delivery-api/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGenuine } from '../guides/verify.ts';
import { runProgram } from './run-program.ts';

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

describe.each(['sh', 'ts'])('what the guides show, in .%s', (ending) => {
  it('books once though the answer is lost, finds the booking by its reference, and cancels it on known terms', async () => {
    const { told, complaints } = await runProgram(`guides/lastmile.${ending}`, mock.url);
    expect(complaints).toBe('');
    expect(told).toBe('1\nsearching\ncancelled\n');
    const [second, first] = mock.requests({ operation: 'createBooking', limit: 2 });
    // The first attempt made the booking and got no answer; the second got the first one's.
    expect([first?.status, second?.status]).toEqual([0, 201]);
  });

  it('polls, rejects, pauses and reopens, and takes a menu from its check to its going live', async () => {
    const { told, complaints } = await runProgram(`guides/marketplace.${ending}`, mock.url);
    expect(complaints).toBe('');
    expect(told).toMatch(
      /^200\n304\nrejected\npaused\ntrue\n\[\]\nvalidated\n\d+\n\[[^\]]*'missing_allergen_info'[^\]]*\]\npublishing\nlive\n$/,
    );
  });
});

describe('what the guides show of the sandbox', () => {
  it.each(['sh', 'ts'])(
    'lets a request fail on request, and answers a documented problem, in .%s',
    async (ending) => {
      const { told, complaints } = await runProgram(`guides/sandbox.${ending}`, mock.url);
      expect(complaints).toBe('');
      expect(told).toBe('2\nresource_expired\nservice_unavailable\n0\n');
    },
  );

  it('plays a whole story inside of a test', async () => {
    expect(await runProgram('guides/in-a-test.ts', mock.url)).toEqual({ told: '', complaints: '' });
  });
});

interface Case {
  secret: string;
  id: string;
  timestamp: string;
  body: string;
  signature: string;
}

describe.each(['lastmile', 'marketplace'])(
  'the check of a signature by hand, on the case that the contract of %s publishes',
  (name) => {
    const contract = JSON.parse(
      readFileSync(join(import.meta.dirname, `../../specs/dist/${name}.json`), 'utf8'),
    );
    const [webhook] = Object.values<{ post: { 'x-webhook-delivery': { test_vector: Case } } }>(
      contract.webhooks,
    );
    if (webhook === undefined) throw new Error(`${name} has no webhook.`);
    const { secret, id, timestamp, body, signature } =
      webhook.post['x-webhook-delivery'].test_vector;
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    };
    const now = Number(timestamp);
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`;

    it.each<[string, boolean, () => boolean]>([
      ['takes it', true, () => isGenuine({ headers, body, secrets: [secret], now })],
      [
        'takes it as bytes',
        true,
        () => isGenuine({ headers, body: Buffer.from(body), secrets: [secret], now }),
      ],
      [
        'takes it while secrets are rotated',
        true,
        () => isGenuine({ headers, body, secrets: [other, secret], now }),
      ],
      [
        'takes one of several signatures',
        true,
        () =>
          isGenuine({
            headers: { ...headers, 'webhook-signature': `v1,AAAA ${signature}` },
            body,
            secrets: [secret],
            now,
          }),
      ],
      [
        'takes it five minutes later',
        true,
        () => isGenuine({ headers, body, secrets: [secret], now: now + 300 }),
      ],
      [
        'refuses it six minutes later',
        false,
        () => isGenuine({ headers, body, secrets: [secret], now: now + 360 }),
      ],
      [
        'refuses it six minutes too early',
        false,
        () => isGenuine({ headers, body, secrets: [secret], now: now - 360 }),
      ],
      [
        'refuses another body',
        false,
        () => isGenuine({ headers, body: `${body} `, secrets: [secret], now }),
      ],
      [
        'refuses another id',
        false,
        () =>
          isGenuine({
            headers: { ...headers, 'webhook-id': 'evt_1' },
            body,
            secrets: [secret],
            now,
          }),
      ],
      ['refuses another secret', false, () => isGenuine({ headers, body, secrets: [other], now })],
      [
        'refuses it without headers',
        false,
        () => isGenuine({ headers: {}, body, secrets: [secret], now }),
      ],
    ])('%s', (_, expected, verdict) => {
      expect(verdict()).toBe(expected);
    });
  },
);
