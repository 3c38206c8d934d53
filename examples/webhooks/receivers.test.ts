import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LastmileEvent } from '@delivery-api/lastmile-client';
import { events, signWebhook } from '@delivery-api/lastmile-client/testing';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { expressReceiver } from './express.ts';
import { fastifyReceiver } from './fastify.ts';
import { fetchReceiver } from './fetch.ts';
import { honoReceiver } from './hono.ts';
import { type Inbox, inbox } from './inbox.ts';

const secret = (name: string): string => `whsec_${btoa(name.padEnd(32, '.'))}`;
const current = secret('current');
const previous = secret('previous');
const event = events.bookingUpdated.dinner_event_delivered;

type Start = (taken: Inbox) => RequestListener | Promise<RequestListener>;
const frameworks: [string, Start][] = [
  ['Express', (taken) => expressReceiver([current, previous], taken)],
  [
    'Fastify',
    async (taken) => {
      const app = fastifyReceiver([current, previous], taken);
      await app.ready();
      return app.routing;
    },
  ],
  ['Hono', (taken) => getRequestListener(honoReceiver([current, previous], taken).fetch)],
  ['a handler in the form of fetch', (taken) => getRequestListener(fetchReceiver([current, previous], taken))],
];

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listening(
  listener: RequestListener,
): Promise<(body: string, headers: object) => Promise<{ status: number; code?: string }>> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  return async (body, headers) => {
    const answer = await fetch(url, { method: 'POST', body, headers: headers as Record<string, string> });
    const text = await answer.text();
    return { status: answer.status, ...(text && (JSON.parse(text) as { code: string })) };
  };
}

describe.each(frameworks)('a receiver on %s', (_, start) => {
  const receiver = async () => {
    const handled: LastmileEvent[] = [];
    return { handled, post: await listening(await start(inbox((one) => void handled.push(one)))) };
  };

  it('takes a good event, byte for byte', async () => {
    const { handled, post } = await receiver();
    const { body, headers } = await signWebhook(event, { secret: current });
    expect(await post(body, headers)).toEqual({ status: 204 });
    expect(handled).toEqual([event]);
    const odd = { ...event, id: 'evt_odd', data: { ...event.data, external_reference: 'Zoë – 🛵 \\u0041' } };
    const spaced = await signWebhook(JSON.stringify(odd, null, 2), { secret: current, id: odd.id });
    expect(await post(spaced.body, spaced.headers)).toEqual({ status: 204 });
    expect(handled[1]).toEqual(odd);
  });

  it('takes an event once, however often it is sent', async () => {
    const { handled, post } = await receiver();
    for (const timestamp of [new Date(), new Date(Date.now() - 60_000)]) {
      const { body, headers } = await signWebhook(event, { secret: current, timestamp });
      expect(await post(body, headers)).toEqual({ status: 204 });
    }
    expect(handled).toHaveLength(1);
  });

  it('takes events of both secrets while they are rotated', async () => {
    const { handled, post } = await receiver();
    for (const [index, secret] of [previous, [previous, current]].entries()) {
      const { body, headers } = await signWebhook({ ...event, id: `evt_${index}` }, { secret });
      expect(await post(body, headers)).toEqual({ status: 204 });
    }
    expect(handled).toHaveLength(2);
  });

  it('takes an event of a type that nobody knows yet, and leaves it', async () => {
    const { handled, post } = await receiver();
    const unknown = { ...event, type: 'courierSneezed' };
    const { body, headers } = await signWebhook(unknown, { secret: current });
    expect(await post(body, headers)).toEqual({ status: 204 });
    expect(handled).toEqual([]);
  });

  it('refuses what is stale, tampered with, signed by another, or not signed', async () => {
    const { handled, post } = await receiver();
    const good = await signWebhook(event, { secret: current });
    const stale = await signWebhook(event, { secret: current, timestamp: new Date(Date.now() - 600_000) });
    const foreign = await signWebhook(event, { secret: secret('foreign') });
    expect(await post(stale.body, stale.headers)).toEqual({ status: 400, code: 'stale' });
    expect(await post(good.body.replace('delivered', 'cancelled'), good.headers)).toEqual({ status: 400, code: 'bad_signature' });
    expect(await post(foreign.body, foreign.headers)).toEqual({ status: 400, code: 'bad_signature' });
    expect(await post(good.body, { 'content-type': 'application/json' })).toEqual({ status: 400, code: 'missing_header' });
    expect(handled).toEqual([]);
  });
});

describe('a body that was parsed by mistake', () => {
  it('is told apart, where `express.json()` came before the receiver', async () => {
    const app = express()
      .use(express.json())
      .use(
        expressReceiver(
          [current],
          inbox(() => {}),
        ),
      );
    const { body, headers } = await signWebhook(event, { secret: current });
    expect(await (await listening(app))(body, headers)).toEqual({ status: 400, code: 'parsed_body' });
  });
});
