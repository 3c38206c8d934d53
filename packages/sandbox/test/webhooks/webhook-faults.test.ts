import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type DispatcherSetup,
  type Received,
  secret,
  useDispatcher,
} from '../support/dispatcher.ts';

const fixture = useDispatcher();
let setup: DispatcherSetup;
beforeEach(() => {
  setup = fixture.current;
});

describe('a webhook fault', () => {
  it('duplicate: sends the event twice with the same ID and body', async () => {
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1', { faults: ['duplicate'] });
    await setup.dispatcher.settle();
    expect(setup.received.map(({ headers, body }) => [headers['webhook-id'], body])).toEqual([
      ['evt_1', setup.received[0]?.body],
      ['evt_1', setup.received[0]?.body],
    ]);
  });

  it('out_of_order: sends the next event first', async () => {
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1', { faults: ['out_of_order'] });
    const responses: (() => void)[] = [];
    setup.respond = (response) => void responses.push(() => response.writeHead(204).end());
    setup.dispatcher.send(setup.event('evt_2'), 'bkg_1');
    await expect.poll(() => responses.length).toBe(1);
    // The held event is not sent before the response to the second event.
    await setup.clock.advance(1_000);
    expect(setup.received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_2']);
    setup.respond = (response) => response.writeHead(204).end();
    responses[0]?.();
    await setup.dispatcher.settle();
    expect(setup.received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_2', 'evt_1']);
    await setup.advance(10);
    expect(setup.received.length).toBe(2);
  });

  it('out_of_order: waits for an event that follows after 37 s', async () => {
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1', { faults: ['out_of_order'] });
    await setup.advance(37);
    setup.dispatcher.send(setup.event('evt_2'), 'bkg_1');
    await setup.dispatcher.settle();
    expect(setup.received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_2', 'evt_1']);
  });

  it('out_of_order: sends the event after two minutes when no other event follows', async () => {
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1', { faults: ['out_of_order'] });
    await setup.advance(119);
    expect(setup.received.length).toBe(0);
    await setup.advance(1);
    expect(setup.dispatcher.deliveries[0]?.state).toBe('received');
  });

  it.each(['bad_signature', 'truncated'] as const)(
    '%s: the first attempt fails verification, and the second attempt passes',
    async (fault) => {
      setup.respond = (response, count) => response.writeHead(count === 1 ? 400 : 204).end();
      setup.dispatcher.send(setup.event('evt_1'), 'bkg_1', { faults: [fault] });
      await setup.dispatcher.settle();
      await setup.advance(5);
      const [first, second] = setup.received as [Received, Received];
      expect(() => new Webhook(secret).verify(first.body, first.headers)).toThrow();
      expect(() => new Webhook(secret).verify(second.body, second.headers)).not.toThrow();
    },
  );

  it('delayed: sends the event after 10 s', async () => {
    setup.dispatcher.send(setup.event('evt_1'), 'bkg_1', { faults: ['delayed'] });
    await setup.advance(9);
    expect(setup.received.length).toBe(0);
    await setup.advance(1);
    expect(setup.received.length).toBe(1);
  });
});
