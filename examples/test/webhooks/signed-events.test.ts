import type { LastmileEvent } from '@delivery-api/lastmile-client';
import { events, signWebhook } from '@delivery-api/lastmile-client/testing';
import express from 'express';
import { describe, expect, it, vi } from 'vitest';
import { expressReceiver } from '../../webhooks/express.ts';
import { inbox } from '../../webhooks/inbox.ts';
import {
  frameworks,
  post,
  type ReceiverResponse,
  secretNamed,
  serveReceiver,
} from '../support/receivers.ts';

const current = secretNamed('current');
const previous = secretNamed('previous');
const event = events.bookingUpdated.dinner_event_delivered;

describe.each(frameworks)('a receiver on %s', (_, start) => {
  const receiver = async (handle: (one: LastmileEvent) => void = () => {}) => {
    const handled: LastmileEvent[] = [];
    const eventInbox = inbox((one) => {
      handle(one);
      handled.push(one);
    });
    const url = await serveReceiver(await start([current, previous], eventInbox));
    return {
      handled,
      deliver: (body: string, headers: object): Promise<ReceiverResponse> =>
        post(url, body, headers),
    };
  };

  it('accepts valid events, including an event with whitespace and non-ASCII characters', async () => {
    const { handled, deliver } = await receiver();
    const { body, headers } = await signWebhook(event, { secret: current });
    expect(await deliver(body, headers)).toEqual({ status: 204 });
    expect(handled).toEqual([event]);
    const unusual = {
      ...event,
      id: 'evt_unusual',
      data: { ...event.data, external_reference: 'Zoë – 🛵 \\u0041' },
    };
    const spaced = await signWebhook(JSON.stringify(unusual, null, 2), {
      secret: current,
      id: unusual.id,
    });
    expect(await deliver(spaced.body, spaced.headers)).toEqual({ status: 204 });
    expect(handled[1]).toEqual(unusual);
  });

  it('handles an event once if it is sent several times', async () => {
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

  it('accepts both secrets during a rotation', async () => {
    const { handled, deliver } = await receiver();
    for (const [index, secret] of [previous, [previous, current]].entries()) {
      const { body, headers } = await signWebhook({ ...event, id: `evt_${index}` }, { secret });
      expect(await deliver(body, headers)).toEqual({ status: 204 });
    }
    expect(handled).toHaveLength(2);
  });

  it('accepts an unknown event type without handling it', async () => {
    const { handled, deliver } = await receiver();
    const unknown = { ...event, type: 'courierSneezed' };
    const { body, headers } = await signWebhook(unknown, { secret: current });
    expect(await deliver(body, headers)).toEqual({ status: 204 });
    expect(handled).toEqual([]);
  });

  it('rejects stale, changed and unsigned deliveries, and deliveries with an unknown secret', async () => {
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

  it('returns 500 if the handler fails, and handles the retry', async () => {
    // Hono logs the error.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const faults = [new Error('The database is unavailable.')];
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

describe('a body that was parsed before verification', () => {
  it('a body is rejected with parsed_body if `express.json()` is registered first', async () => {
    const receiver = expressReceiver(
      [current],
      inbox(() => {}),
    );
    const url = await serveReceiver(express().use(express.json()).use(receiver));
    const { body, headers } = await signWebhook(event, { secret: current });
    expect(await post(url, body, headers)).toEqual({ status: 500, code: 'parsed_body' });
  });
});
