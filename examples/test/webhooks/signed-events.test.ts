import type { LastmileEvent } from '@delivery-api/lastmile-client';
import { events, signWebhook } from '@delivery-api/lastmile-client/testing';
import express from 'express';
import { describe, expect, it, vi } from 'vitest';
import { expressReceiver } from '../../webhooks/express.ts';
import { inbox } from '../../webhooks/inbox.ts';
import { type Answer, frameworks, post, secretNamed, served } from './receivers.ts';

const current = secretNamed('current');
const previous = secretNamed('previous');
const event = events.bookingUpdated.dinner_event_delivered;

describe.each(frameworks)('a receiver on %s', (_, start) => {
  const receiver = async (handle: (one: LastmileEvent) => void = () => {}) => {
    const handled: LastmileEvent[] = [];
    const taken = inbox((one) => {
      handle(one);
      handled.push(one);
    });
    const url = await served(await start([current, previous], taken));
    return {
      handled,
      deliver: (body: string, headers: object): Promise<Answer> => post(url, body, headers),
    };
  };

  it('takes a good event, byte for byte', async () => {
    const { handled, deliver } = await receiver();
    const { body, headers } = await signWebhook(event, { secret: current });
    expect(await deliver(body, headers)).toEqual({ status: 204 });
    expect(handled).toEqual([event]);
    const odd = {
      ...event,
      id: 'evt_odd',
      data: { ...event.data, external_reference: 'Zoë – 🛵 \\u0041' },
    };
    const spaced = await signWebhook(JSON.stringify(odd, null, 2), { secret: current, id: odd.id });
    expect(await deliver(spaced.body, spaced.headers)).toEqual({ status: 204 });
    expect(handled[1]).toEqual(odd);
  });

  it('takes an event once, however often it is sent', async () => {
    const { handled, deliver } = await receiver();
    const sent = [new Date(), new Date(Date.now() - 60_000)].map(async (timestamp) => {
      const { body, headers } = await signWebhook(event, { secret: current, timestamp });
      return deliver(body, headers);
    });
    expect(await Promise.all(sent)).toEqual([{ status: 204 }, { status: 204 }]);
    const { body, headers } = await signWebhook(event, { secret: current });
    expect(await deliver(body, headers)).toEqual({ status: 204 });
    expect(handled).toHaveLength(1);
  });

  it('takes events of both secrets while they are rotated', async () => {
    const { handled, deliver } = await receiver();
    for (const [index, secret] of [previous, [previous, current]].entries()) {
      const { body, headers } = await signWebhook({ ...event, id: `evt_${index}` }, { secret });
      expect(await deliver(body, headers)).toEqual({ status: 204 });
    }
    expect(handled).toHaveLength(2);
  });

  it('takes an event of a type that nobody knows yet, and leaves it', async () => {
    const { handled, deliver } = await receiver();
    const unknown = { ...event, type: 'courierSneezed' };
    const { body, headers } = await signWebhook(unknown, { secret: current });
    expect(await deliver(body, headers)).toEqual({ status: 204 });
    expect(handled).toEqual([]);
  });

  it('refuses what is stale, tampered with, signed by another, or not signed', async () => {
    const { handled, deliver } = await receiver();
    const good = await signWebhook(event, { secret: current });
    const stale = await signWebhook(event, {
      secret: current,
      timestamp: new Date(Date.now() - 600_000),
    });
    const foreign = await signWebhook(event, { secret: secretNamed('foreign') });
    expect(await deliver(stale.body, stale.headers)).toEqual({ status: 400, code: 'stale' });
    expect(await deliver(good.body.replace('delivered', 'cancelled'), good.headers)).toEqual({
      status: 400,
      code: 'bad_signature',
    });
    expect(await deliver(foreign.body, foreign.headers)).toEqual({
      status: 400,
      code: 'bad_signature',
    });
    expect(await deliver(good.body, { 'content-type': 'application/json' })).toEqual({
      status: 400,
      code: 'missing_header',
    });
    expect(handled).toEqual([]);
  });

  it('answers 500 when the handling of an event fails, and takes it when it comes again', async () => {
    // Hono says it there.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const faults = [new Error('The database is away.')];
    const { handled, deliver } = await receiver(() => {
      const fault = faults.pop();
      if (fault) throw fault;
    });
    const { body, headers } = await signWebhook(event, { secret: current });
    expect(await deliver(body, headers)).toEqual({ status: 500 });
    expect(await deliver(body, headers)).toEqual({ status: 204 });
    expect(handled).toEqual([event]);
  });
});

describe('a body that was parsed by mistake', () => {
  it('is told apart, where `express.json()` came before the receiver', async () => {
    const receiver = expressReceiver(
      [current],
      inbox(() => {}),
    );
    const url = await served(express().use(express.json()).use(receiver));
    const { body, headers } = await signWebhook(event, { secret: current });
    expect(await post(url, body, headers)).toEqual({ status: 400, code: 'parsed_body' });
  });
});
