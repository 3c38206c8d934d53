import { afterEach, describe, expect, it, vi } from 'vitest';
import { signature } from '../../../sandbox/src/webhooks/sign.ts';
import { verifyWebhook } from '../../../sandbox/src/webhooks/verify.ts';
import { testContracts } from '../../../sandbox/test/support/contracts.ts';
import { startSandbox, useReceiver } from '../support/sandbox.ts';
import { verifiers } from '../support/verifiers.ts';

afterEach(() => void vi.useRealTimers());

const rotated = [
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'whsec_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9v',
];

describe.each(testContracts.flatMap(({ contract }) => contract.webhooks))(
  'the published test vector of $name',
  ({ delivery }) => {
    const { secret, id, timestamp, body, signature: published } = delivery.test_vector;
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': published,
    };

    it('the published test vector equals the signature that the sandbox computes', () => {
      expect(signature([secret], id, Number(timestamp), body)).toBe(published);
    });

    it('delivery-mock listen verifies the published test vector', () => {
      expect(verifyWebhook(headers, body, [secret], Number(timestamp))).toBeUndefined();
    });

    it.each(verifiers)(
      '$name verifies the published test vector, and computes the same signature',
      ({ verify, sign }) => {
        const at = new Date(Number(timestamp) * 1000);
        expect(sign(secret, id, at, body)).toBe(published);
        vi.useFakeTimers({ now: at, toFake: ['Date'] });
        expect(() => verify(secret, headers, body)).not.toThrow();
        expect(() => verify(secret, headers, `${body} `)).toThrow();
      },
    );

    it.each<[string, Record<string, string>, string, string]>([
      ['a changed body', headers, `${body} `, 'wrong signature'],
      ['a changed ID', { ...headers, 'webhook-id': 'evt_other' }, body, 'wrong signature'],
      [
        'a changed timestamp',
        { ...headers, 'webhook-timestamp': String(Number(timestamp) + 1) },
        body,
        'wrong signature',
      ],
      [
        'a stale timestamp',
        { ...headers, 'webhook-timestamp': String(Number(timestamp) - 301) },
        body,
        'the timestamp differs from the local clock by more than five minutes',
      ],
      ['no signature', { 'webhook-id': id, 'webhook-timestamp': timestamp }, body, 'not signed'],
    ])('the published test vector fails verification with %s', (_, wrong, text, reason) => {
      expect(verifyWebhook(wrong, text, [secret], Number(timestamp))).toContain(reason);
    });
  },
);

describe('events', () => {
  it('an event of every type can be verified with each secret, and is valid against the contract', async () => {
    const { book, mock } = await startSandbox();
    const receiver = await useReceiver();
    mock.setWebhooks({
      lastmile: { url: receiver.url, secrets: rotated },
      marketplace: { url: receiver.url, secrets: rotated },
    });
    await book();
    mock.createOrder();
    await mock.advanceClock(4 * 3600);
    expect(new Set(receiver.received.map(({ body }) => JSON.parse(body).type))).toEqual(
      new Set(['bookingUpdated', 'order_created']),
    );
    for (const { headers, body } of receiver.received) {
      for (const secret of rotated) {
        for (const { verify } of verifiers)
          expect(() => verify(secret, headers, body)).not.toThrow();
        expect(verifyWebhook(headers, body, [secret], Date.now() / 1000)).toBeUndefined();
      }
      const event = JSON.parse(body);
      const { contract, validate } =
        testContracts.find((one) =>
          one.contract.webhooks.some(({ name }) => name === event.type),
        ) ?? {};
      const schema = contract?.webhooks.find(({ name }) => name === event.type)?.content.schema;
      expect(schema === undefined ? ['no schema'] : validate?.(schema, event)).toEqual([]);
    }
  });

  it.each(verifiers)(
    'an event can be verified by $name only with the current secrets, before, during and after a rotation',
    async ({ verify }) => {
      const { mock } = await startSandbox();
      const receiver = await useReceiver();
      const [old = '', fresh = ''] = rotated;
      for (const secrets of [[old], [fresh, old], [fresh]]) {
        mock.setWebhooks({ marketplace: { url: receiver.url, secrets } });
        mock.createOrder();
        await mock.advanceClock(0);
        const { headers = {}, body = '' } = receiver.received.at(-1) ?? {};
        for (const secret of rotated) {
          if (secrets.includes(secret)) expect(() => verify(secret, headers, body)).not.toThrow();
          else expect(() => verify(secret, headers, body)).toThrow();
        }
      }
      expect(receiver.received.length).toBe(3);
    },
  );

  it('an event is recorded with request, response and duration, and can be found by its subject', async () => {
    const { book, control, mock } = await startSandbox();
    const receiver = await useReceiver();
    receiver.respond = (response, count) =>
      response.writeHead(count === 1 ? 500 : 200, { 'x-mine': 'a' }).end('thanks');
    mock.setWebhooks({ lastmile: { url: receiver.url } });
    const { json: booking } = await book();
    await mock.advanceClock(120);
    const found = (
      await control(
        'GET',
        `/deliveries?subject=${booking.id}&interface=lastmile&type=bookingUpdated`,
      )
    ).json;
    const first = found.at(-1);
    expect(first).toMatchObject({
      interface: 'lastmile',
      type: 'bookingUpdated',
      subject: booking.id,
      state: 'received',
    });
    expect(first.event).toMatchObject({ id: first.event_id, data: { id: booking.id } });
    expect(first.attempts[0]).toEqual({
      number: 1,
      at: first.occurred_at,
      request: {
        url: receiver.url,
        headers: expect.objectContaining({ 'webhook-id': first.event_id }),
      },
      response: {
        status: 500,
        headers: expect.objectContaining({ 'x-mine': 'a' }),
        body: 'thanks',
      },
      milliseconds: expect.any(Number),
    });
    expect(first.attempts[1].response.status).toBe(200);
    expect((await control('GET', '/deliveries?subject=bkg_other')).json).toEqual([]);
    expect((await control('GET', `/deliveries/${first.event_id}`)).json).toEqual(
      (await control('GET', `/deliveries/${first.id}`)).json,
    );
  });

  it('an event can be redelivered with the same ID and bytes', async () => {
    const { control, mock } = await startSandbox();
    const receiver = await useReceiver();
    mock.createOrder();
    const [untargeted] = mock.deliveries();
    expect(untargeted).toMatchObject({ state: 'untargeted', attempts: [] });
    expect(
      (await control('POST', `/deliveries/${untargeted?.id}/redeliver`)).json.detail,
    ).toContain('is not registered');
    mock.setWebhooks({ marketplace: { url: receiver.url } });
    const sent = await control('POST', `/deliveries/${untargeted?.event_id}/redeliver`);
    expect([sent.status, sent.json.state, sent.json.attempts.length]).toEqual([200, 'received', 1]);
    expect((await mock.redeliver(untargeted?.id ?? '')).attempts).toHaveLength(2);
    expect(
      new Set(receiver.received.map(({ headers, body }) => headers['webhook-id'] + body)).size,
    ).toBe(1);
  });

  it('an event is sent only to the current target, and a 410 response removes the target', async () => {
    const { mock } = await startSandbox();
    const [disabled, next] = [await useReceiver(), await useReceiver()];
    disabled.respond = (response) => response.writeHead(410).end();
    mock.setWebhooks({ marketplace: { url: disabled.url } });
    mock.createOrder();
    await mock.advanceClock(60);
    expect(mock.webhooks().marketplace).toBeNull();
    mock.setWebhooks({ marketplace: { url: next.url } });
    mock.createOrder();
    await mock.advanceClock(60);
    expect([disabled.received.length, next.received.length > 0]).toEqual([1, true]);
  });
});

describe('webhook secrets', () => {
  it('a webhook secret is generated if the request has no secret, and depends only on the seed', async () => {
    const created = await Promise.all([
      startSandbox(),
      startSandbox(),
      startSandbox({ seed: 'other' }),
    ]);
    const secrets = created.map(
      ({ mock }) =>
        mock.setWebhooks({ lastmile: { url: 'http://127.0.0.1:1/' } }).lastmile?.secrets[0],
    );
    expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect([secrets[1], secrets[2] === secrets[0]]).toEqual([secrets[0], false]);
  });
});

describe('a receiver that does not respond', () => {
  it('does not delay requests, and delays an advance of the clock for a limited time', async () => {
    const { book, mock, read } = await startSandbox({
      clock: { start: '2026-11-20T18:00:00Z', speed: 600 },
    });
    const receiver = await useReceiver();
    receiver.respond = () => {};
    mock.setWebhooks({ lastmile: { url: receiver.url }, marketplace: { url: receiver.url } });
    await book();
    const times: number[] = [];
    for (let count = 0; count < 150; count++) {
      const started = performance.now();
      if (count % 3 === 0) mock.createOrder();
      else await read('bkg_none');
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    expect(times[Math.floor(times.length / 2)]).toBeLessThan(50);
    const started = performance.now();
    mock.setClock({ frozen: true });
    await mock.advanceClock(6 * 3600);
    expect(performance.now() - started).toBeLessThan(10_000);
    await mock.stop();
    expect(performance.now() - started).toBeLessThan(12_000);
  });
});
