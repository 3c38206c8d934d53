import { beforeEach, describe, expect, it } from 'vitest';
import { Marketplace, minute, second } from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const reason = { reason_code: 'too_busy' };
const pickup = (): string => marketplace.createOrder({ scenario: 'pickup_happy_path' }).id;

describe('the allowed transitions of a merchant', () => {
  const offered = (id: string): string[] =>
    marketplace.order(id).allowed_transitions.map(({ status }) => status);

  it.each([
    ['pickup_happy_path', ['preparing', 'ready', 'completed', 'cancelled']],
    ['delivery_happy_path', ['preparing', 'ready', 'cancelled']],
    ['own_delivery_happy_path', ['preparing', 'ready', 'in_delivery', 'completed', 'cancelled']],
  ])('the allowed transitions depend on the fulfillment: %s', (scenario, afterAccepting) => {
    const { id, acceptance } = marketplace.createOrder({ scenario });
    expect(marketplace.order(id).allowed_transitions).toEqual([
      { status: 'accepted', needs: [], takes_ready_time: true, until: acceptance.accept_by },
      {
        status: 'rejected',
        needs: ['reason_code'],
        takes_ready_time: false,
        until: acceptance.accept_by,
      },
    ]);
    marketplace.setStatus(id, 'accepted');
    expect(offered(id)).toEqual(afterAccepting);
  });

  it('the allowed transitions are accepted, and other requests are rejected with the list of allowed statuses', () => {
    for (const scenario of [
      'pickup_happy_path',
      'delivery_happy_path',
      'own_delivery_happy_path',
      'dine_in_happy_path',
    ]) {
      for (const request of [
        'accepted',
        'rejected',
        'preparing',
        'ready',
        'in_delivery',
        'completed',
        'delivery_failed',
        'cancelled',
      ]) {
        const { id } = marketplace.createOrder({ scenario });
        const before = offered(id);
        const more = ['rejected', 'cancelled', 'delivery_failed'].includes(request) ? reason : {};
        const { status, body } = marketplace.setStatus(id, request, more);
        expect([scenario, request, status]).toEqual([
          scenario,
          request,
          before.includes(request) ? 200 : 409,
        ]);
        if (status === 409) {
          expect(body).toMatchObject({
            code: 'invalid_transition',
            current_status: 'created',
            requested_status: request,
            current_revision: 1,
            allowed_statuses: before,
          });
        }
      }
    }
  });

  it('a request that skips a guaranteed status or leads to an earlier status is rejected', () => {
    const id = pickup();
    expect(marketplace.setStatus(id, 'ready').status).toBe(409);
    marketplace.setStatus(id, 'accepted');
    marketplace.setStatus(id, 'ready');
    expect(marketplace.setStatus(id, 'preparing').status).toBe(409);
    expect(marketplace.order(id).history.map(({ status }) => status)).toEqual([
      'created',
      'accepted',
      'ready',
    ]);
  });

  it('a request for in_delivery is rejected if a courier of the marketplace delivers the order', () => {
    const { id } = marketplace.createOrder({ scenario: 'delivery_happy_path' });
    marketplace.setStatus(id, 'accepted');
    expect(marketplace.setStatus(id, 'in_delivery').body.detail).toBe(
      'Your integration cannot set in_delivery, because a courier of the marketplace delivers this order.',
    );
  });
});

describe('requests for the current status', () => {
  it('a request for the current status without different values changes nothing, and returns the time of that status', async () => {
    const id = pickup();
    marketplace.setStatus(id, 'accepted', { preparation_minutes: 15 });
    const before = marketplace.order(id);
    await marketplace.advance(30 * second);
    expect(marketplace.setStatus(id, 'accepted').body).toMatchObject({
      changed: false,
      previous_status: 'accepted',
      revision: 2,
      applied_at: '2026-11-20T18:00:00.000Z',
    });
    expect(
      marketplace.setStatus(id, 'accepted', { ready_at: '2026-11-20T19:15:00+01:00' }).body.changed,
    ).toBe(false);
    expect(marketplace.order(id)).toEqual(before);
  });

  it.each<[string, object]>([
    [
      'a ready time that passes before the request is repeated',
      { ready_at: '2026-11-20T18:15:00Z' },
    ],
    ['the latest ready time that is accepted', { ready_at: 'latest' }],
    ['a ready time that had already passed', { ready_at: '2026-11-20T17:00:00Z' }],
    [
      'preparation_minutes and occurred_at',
      { preparation_minutes: 15, occurred_at: '2026-11-20T18:00:00Z' },
    ],
  ])('a repeated request with %s changes nothing, even hours later', async (_, more) => {
    const id = pickup();
    const { latest_ready_at: latest = '' } = marketplace.order(id).timing;
    const body = Object.fromEntries(
      Object.entries(more).map(([name, value]) => [name, value === 'latest' ? latest : value]),
    );
    const first = marketplace.setStatus(id, 'accepted', body);
    expect(first.body).toMatchObject({ changed: true });
    for (let hours = 0; hours < 3; hours++) {
      await marketplace.advance(60 * minute);
      expect(marketplace.setStatus(id, 'accepted', body)).toEqual({
        ...first,
        body: { ...first.body, previous_status: 'accepted', changed: false },
      });
    }
  });

  it('a request with preparation_minutes and without occurred_at changes the ready time if it is repeated later', async () => {
    const id = pickup();
    marketplace.setStatus(id, 'accepted', { preparation_minutes: 15 });
    await marketplace.advance(minute);
    const { body } = marketplace.setStatus(id, 'accepted', { preparation_minutes: 15 });
    expect(body).toMatchObject({ changed: true, confirmed_ready_at: '2026-11-20T18:16:00.000Z' });
  });

  it('a request for the current status can change the ready time or the external ID', () => {
    const id = pickup();
    marketplace.setStatus(id, 'accepted', { preparation_minutes: 15 });
    expect(marketplace.setStatus(id, 'accepted', { preparation_minutes: 20 }).body).toMatchObject({
      changed: true,
      revision: 3,
      confirmed_ready_at: '2026-11-20T18:20:00.000Z',
    });
    expect(marketplace.setStatus(id, 'accepted', { external_id: 'POS-7' }).body).toMatchObject({
      changed: true,
      revision: 4,
    });
    expect(marketplace.order(id)).toMatchObject({
      external_id: 'POS-7',
      timing: { confirmed_ready_at: '2026-11-20T18:20:00.000Z' },
    });
  });

  it('a request for the current status of a closed order changes nothing', () => {
    const id = pickup();
    marketplace.setStatus(id, 'rejected', reason);
    expect(
      marketplace.setStatus(id, 'rejected', { reason_code: 'other', note: 'Something else.' }).body,
    ).toMatchObject({ changed: false, revision: 2 });
    expect(marketplace.order(id).cancellation?.reason_code).toBe('too_busy');
  });

  it('a new ready time changes the arrival of the courier', async () => {
    const { id } = marketplace.createOrder({ scenario: 'delivery_happy_path' });
    marketplace.setStatus(id, 'accepted', { preparation_minutes: 15 });
    await marketplace.advance(14 * minute);
    marketplace.setStatus(id, 'accepted', { preparation_minutes: 20 });
    await marketplace.advance(19 * minute);
    expect(marketplace.order(id).courier?.status).toBe('enroute_to_pickup');
    await marketplace.advance(minute);
    expect(marketplace.order(id).courier).toMatchObject({
      status: 'arrived_at_pickup',
      pickup_eta_at: '2026-11-20T18:34:00.000Z',
    });
  });

  it('a ready time that is set with the next status changes the arrival of the courier', async () => {
    const { id } = marketplace.createOrder({ scenario: 'delivery_happy_path' });
    marketplace.setStatus(id, 'accepted', { preparation_minutes: 10 });
    await marketplace.advance(9 * minute);
    marketplace.setStatus(id, 'preparing', { preparation_minutes: 20 });
    await marketplace.advance(20 * minute - 1);
    expect(marketplace.order(id).courier?.status).toBe('enroute_to_pickup');
    await marketplace.advance(1);
    expect(marketplace.order(id).courier?.status).toBe('arrived_at_pickup');
  });
});

describe('ready times', () => {
  it.each([
    [{ ready_at: '2026-11-20T19:30:00+01:00' }, '2026-11-20T18:30:00.000Z'],
    [{ preparation_minutes: 10 }, '2026-11-20T18:15:00.000Z'],
    [{ preparation_minutes: 10, occurred_at: '2026-11-20T18:02:00Z' }, '2026-11-20T18:12:00.000Z'],
    [{ ready_at: '2026-11-20T17:00:00Z' }, '2026-11-20T18:05:00.000Z'],
  ])('the ready time from %j is %s', async (more, confirmed_ready_at) => {
    const id = pickup();
    await marketplace.advance(5 * minute);
    expect(marketplace.setStatus(id, 'accepted', more).body).toMatchObject({ confirmed_ready_at });
  });

  it('the ready time can be up to latest_ready_at, and a later time is rejected', () => {
    const id = pickup();
    const { latest_ready_at = '' } = marketplace.order(id).timing;
    const beyond = new Date(Date.parse(latest_ready_at) + 1).toISOString();
    expect(marketplace.setStatus(id, 'accepted', { ready_at: beyond })).toMatchObject({
      status: 422,
      body: { code: 'ready_time_out_of_range', latest_ready_at },
    });
    expect(marketplace.order(id).status).toBe('created');
    expect(marketplace.setStatus(id, 'accepted', { ready_at: latest_ready_at }).status).toBe(200);
    marketplace.setStatus(id, 'ready');
    expect(marketplace.order(id).timing).not.toHaveProperty('latest_ready_at');
    expect(marketplace.order(id).timing.ready_at).toBe('2026-11-20T18:00:00.000Z');
  });
});

describe('expected_revision', () => {
  it('rejects a request with an old revision and changes nothing', () => {
    const id = pickup();
    marketplace.acknowledge(id);
    expect(marketplace.setStatus(id, 'accepted', { expected_revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'revision_conflict', current_revision: 2, current_status: 'created' },
    });
    expect(marketplace.setStatus(id, 'accepted', { expected_revision: 2 }).body.revision).toBe(3);
  });
});
