import type { OrderItem } from '@delivery-api/marketplace-types';
import { beforeEach, describe, expect, it } from 'vitest';
import { SandboxClock } from '../../src/kernel/clock.ts';
import { amsterdam, day, Marketplace, minute, second, start } from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const reason = { code: 'too_busy' };
const pickup = (): string => marketplace.createOrder({ scenario: 'pickup_happy_path' }).id;

describe('what a merchant may do next', () => {
  const offered = (id: string): string[] =>
    marketplace.order(id).allowed_transitions.map(({ status }) => status);

  it.each([
    ['pickup_happy_path', ['preparing', 'ready', 'completed', 'cancelled']],
    ['delivery_happy_path', ['preparing', 'ready', 'cancelled']],
    ['own_delivery_happy_path', ['preparing', 'ready', 'in_delivery', 'completed', 'cancelled']],
  ])('depends on who brings it: %s', (scenario, afterAccepting) => {
    const { id, acceptance } = marketplace.createOrder({ scenario });
    expect(marketplace.order(id).allowed_transitions).toEqual([
      { status: 'accepted', needs: [], takes_ready_time: true, until: acceptance.accept_by },
      {
        status: 'rejected',
        needs: ['reason'],
        takes_ready_time: false,
        until: acceptance.accept_by,
      },
    ]);
    marketplace.setStatus(id, 'accepted');
    expect(offered(id)).toEqual(afterAccepting);
  });

  it('is what is taken, and everything else is refused with the offer', () => {
    for (const scenario of [
      'pickup_happy_path',
      'delivery_happy_path',
      'own_delivery_happy_path',
      'dine_in_happy_path',
    ]) {
      for (const wish of [
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
        const more = ['rejected', 'cancelled', 'delivery_failed'].includes(wish) ? { reason } : {};
        const { status, body } = marketplace.setStatus(id, wish, more);
        expect([scenario, wish, status]).toEqual([
          scenario,
          wish,
          before.includes(wish) ? 200 : 409,
        ]);
        if (status === 409) {
          expect(body).toMatchObject({
            code: 'invalid_transition',
            current_status: 'created',
            requested_status: wish,
            current_revision: 1,
            allowed_statuses: before,
          });
        }
      }
    }
  });

  it('never leads over steps that are not to be skipped, nor back', () => {
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

  it('names the courier of the marketplace in the refusal', () => {
    const { id } = marketplace.createOrder({ scenario: 'delivery_happy_path' });
    marketplace.setStatus(id, 'accepted');
    expect(marketplace.setStatus(id, 'in_delivery').body.detail).toBe(
      'The marketplace delivers this order, so its courier sets in_delivery.',
    );
  });
});

describe('the same status again', () => {
  it('changes nothing, and tells when the order got it', async () => {
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
    ['a ready time that has passed since', { ready_at: '2026-11-20T18:15:00Z' }],
    ['the latest ready time that there is', { ready_at: 'latest' }],
    ['a ready time that had passed already', { ready_at: '2026-11-20T17:00:00Z' }],
    [
      'minutes from when it happened',
      { preparation_minutes: 15, occurred_at: '2026-11-20T18:00:00Z' },
    ],
  ])('changes nothing with %s, however late it is said again', async (_, more) => {
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

  it('moves the time with minutes from now, as often as it is said (contract: `preparation_minutes`)', async () => {
    const id = pickup();
    marketplace.setStatus(id, 'accepted', { preparation_minutes: 15 });
    await marketplace.advance(minute);
    const { body } = marketplace.setStatus(id, 'accepted', { preparation_minutes: 15 });
    expect(body).toMatchObject({ changed: true, confirmed_ready_at: '2026-11-20T18:16:00.000Z' });
  });

  it('can carry another ready time, or another id', () => {
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

  it('counts on a closed order, too', () => {
    const id = pickup();
    marketplace.setStatus(id, 'rejected', { reason });
    expect(
      marketplace.setStatus(id, 'rejected', { reason: { code: 'other', note: 'Something else.' } })
        .body,
    ).toMatchObject({ changed: false, revision: 2 });
    expect(marketplace.order(id).cancellation?.reason_code).toBe('too_busy');
  });

  it('moves the courier with the ready time', async () => {
    const { id } = marketplace.createOrder({ scenario: 'delivery_happy_path' });
    marketplace.setStatus(id, 'accepted', { preparation_minutes: 15 });
    await marketplace.advance(14 * minute);
    marketplace.setStatus(id, 'accepted', { preparation_minutes: 20 });
    await marketplace.advance(19 * minute);
    expect(marketplace.order(id).courier?.status).toBe('en_route_to_pickup');
    await marketplace.advance(minute);
    expect(marketplace.order(id).courier).toMatchObject({
      status: 'at_pickup',
      eta_at: '2026-11-20T18:34:00.000Z',
    });
  });

  it('moves the courier with a ready time that comes with the next status, too', async () => {
    const { id } = marketplace.createOrder({ scenario: 'delivery_happy_path' });
    marketplace.setStatus(id, 'accepted', { preparation_minutes: 10 });
    await marketplace.advance(9 * minute);
    marketplace.setStatus(id, 'preparing', { preparation_minutes: 20 });
    await marketplace.advance(20 * minute - 1);
    expect(marketplace.order(id).courier?.status).toBe('en_route_to_pickup');
    await marketplace.advance(1);
    expect(marketplace.order(id).courier?.status).toBe('at_pickup');
  });
});

describe('ready times', () => {
  it.each([
    [{ ready_at: '2026-11-20T19:30:00+01:00' }, '2026-11-20T18:30:00.000Z'],
    [{ preparation_minutes: 10 }, '2026-11-20T18:15:00.000Z'],
    [{ preparation_minutes: 10, occurred_at: '2026-11-20T18:02:00Z' }, '2026-11-20T18:12:00.000Z'],
    [{ ready_at: '2026-11-20T17:00:00Z' }, '2026-11-20T18:05:00.000Z'],
  ])('%j promises %s', async (more, confirmed_ready_at) => {
    const id = pickup();
    await marketplace.advance(5 * minute);
    expect(marketplace.setStatus(id, 'accepted', more).body).toMatchObject({ confirmed_ready_at });
  });

  it('are taken up to the latest, and refused beyond it with the latest', () => {
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

describe('a request that does not fit together', () => {
  const line = { line_id: 'line_1', available_quantity: 0 };
  it.each([
    ['ready', { ready_at: '2026-11-20T18:30:00Z' }, '/ready_at'],
    ['rejected', { reason, preparation_minutes: 5 }, '/preparation_minutes'],
    ['accepted', { unavailable_items: [line] }, '/unavailable_items'],
    ['ready', { delivery_code: '5831' }, '/delivery_code'],
    ['completed', { delivery: {} }, '/delivery'],
  ])('%s with %j is refused as not_applicable', (status, more, pointer) => {
    expect(marketplace.setStatus(pickup(), status, more)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer, code: 'not_applicable' }] },
    });
  });

  it('is refused before anything else is looked at', () => {
    expect(
      marketplace.setStatus('ord_nothere', 'ready', { ready_at: '2026-11-20T18:30:00Z' }).status,
    ).toBe(422);
  });

  it('a code that nobody asked for is refused once the order would take the status', () => {
    const id = pickup();
    marketplace.setStatus(id, 'accepted');
    expect(marketplace.setStatus(id, 'completed', { delivery_code: '5831' }).body).toMatchObject({
      errors: [{ pointer: '/delivery_code', code: 'not_applicable' }],
    });
  });

  it('a line named twice, and a page without TLS, are refused together', () => {
    const { body } = marketplace.setStatus(pickup(), 'rejected', {
      reason,
      unavailable_items: [line, line],
      delivery: { tracking_url: 'http://example.com' },
    });
    expect(body.errors).toMatchObject([
      { pointer: '/delivery' },
      { pointer: '/unavailable_items/1/line_id' },
      { pointer: '/delivery/tracking_url' },
    ]);
  });

  it('a line of another order is line_not_found', () => {
    expect(
      marketplace.setStatus(pickup(), 'rejected', {
        reason,
        unavailable_items: [{ ...line, line_id: 'line_77' }],
      }),
    ).toMatchObject({
      status: 422,
      body: {
        code: 'line_not_found',
        errors: [{ pointer: '/unavailable_items/0/line_id', code: 'unknown_line' }],
      },
    });
  });
});

describe('expected_revision', () => {
  it('refuses a decision on what has changed, and nothing changes', () => {
    const id = pickup();
    marketplace.acknowledge(id);
    expect(marketplace.setStatus(id, 'accepted', { expected_revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'revision_conflict', current_revision: 2, current_status: 'created' },
    });
    expect(marketplace.setStatus(id, 'accepted', { expected_revision: 2 }).body.revision).toBe(3);
  });
});

describe('the moment of a change', () => {
  it.each([
    ['as it was said', '2026-11-20T18:03:00Z', '2026-11-20T18:03:00.000Z'],
    ['in the future, as now', '2026-11-20T19:00:00Z', '2026-11-20T18:05:00.000Z'],
    ['before the last status, as its moment', '2026-11-20T17:00:00Z', '2026-11-20T18:01:00.000Z'],
  ])('%s', async (_, occurred_at, at) => {
    const id = pickup();
    await marketplace.advance(minute);
    marketplace.setStatus(id, 'accepted');
    await marketplace.advance(4 * minute);
    expect(
      marketplace.setStatus(id, 'preparing', { occurred_at, actor_name: 'Elin' }).body.applied_at,
    ).toBe(at);
    expect(marketplace.order(id).history.at(-1)).toEqual({
      status: 'preparing',
      at,
      by: 'merchant',
      actor_name: 'Elin',
    });
  });
});

describe('items that are sold out', () => {
  it('go off the menu until the next submission with null, and not at all without a word', () => {
    const { id, items } = marketplace.createOrder({ scenario: 'item_unavailable' });
    const [first, other] = items as [OrderItem, OrderItem];
    const gone = [
      { line_id: first.line_id, available_quantity: 0, unavailable_until: null },
      { line_id: other.line_id, available_quantity: 1 },
    ];
    marketplace.setStatus(id, 'rejected', {
      reason: { code: 'item_unavailable' },
      unavailable_items: gone,
    });
    const orders = Array.from({ length: 80 }, () =>
      JSON.stringify(marketplace.createOrder({ store_id: amsterdam }).items),
    );
    expect(orders.some((text) => text.includes(`"item_id":"${first.item_id}"`))).toBe(false);
    expect(orders.some((text) => text.includes(`"item_id":"${other.item_id}"`))).toBe(true);
  });
});

describe('the deadline for accepting', () => {
  it('holds to the moment, though a timer of the machine is late', () => {
    let now = start;
    const late = { now: () => now, wake: () => () => {} };
    marketplace = new Marketplace({ clock: new SandboxClock({ wall: late }) });
    const [taken, missed] = [pickup(), pickup()];
    now += 10 * minute;
    expect(marketplace.setStatus(taken, 'accepted').status).toBe(200);
    now += 1;
    expect(marketplace.setStatus(missed, 'accepted')).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition', current_status: 'cancelled' },
    });
  });
});

describe('an order that ended', () => {
  it('is read without personal data from the 30th day on, and is gone after 400', async () => {
    const { id } = marketplace.createOrder({ scenario: 'own_delivery_happy_path' });
    marketplace.setStatus(id, 'rejected', { reason });
    await marketplace.advance(30 * day - 1);
    expect(marketplace.order(id)).toMatchObject({ customer: {}, fulfillment: { address: {} } });
    await marketplace.advance(1);
    expect(marketplace.order(id)).not.toHaveProperty('customer');
    expect(marketplace.order(id).fulfillment).not.toHaveProperty('address');
    await marketplace.advance(370 * day);
    expect(marketplace.request('getOrder', { id })).toMatchObject({
      status: 410,
      body: { code: 'resource_expired' },
    });
  });
});

describe('a delivery of the store itself that failed', () => {
  const failed = (code: string): string => {
    const { id } = marketplace.createOrder({ scenario: 'own_delivery_happy_path' });
    marketplace.setStatus(id, 'accepted');
    marketplace.setStatus(id, 'in_delivery');
    marketplace.setStatus(id, 'delivery_failed', { reason: { code } });
    return id;
  };

  it.each([
    ['customer_unreachable', 'full'],
    ['damaged', 'none'],
  ])(
    'because of %s is undecided at first, and a quarter of an hour later the store gets: %s',
    async (code, paid) => {
      const id = failed(code);
      const { revision } = marketplace.order(id);
      await marketplace.advance(15 * minute - 1);
      expect(marketplace.order(id)).toMatchObject({
        revision,
        cancellation: { merchant_paid: 'undecided' },
      });
      await marketplace.advance(1);
      expect(marketplace.order(id)).toMatchObject({
        status: 'delivery_failed',
        revision: revision + 1,
        cancellation: { merchant_paid: paid },
      });
      await marketplace.advance(60 * minute);
      expect(marketplace.order(id).revision).toBe(revision + 1);
    },
  );

  it('is decided after a reset, too', async () => {
    const order = marketplace.order(failed('refused'));
    marketplace.behavior.reset({ orders: [order as never] });
    await marketplace.advance(15 * minute);
    expect(marketplace.order(order.id)).toMatchObject({
      revision: order.revision + 1,
      cancellation: { merchant_paid: 'full' },
    });
  });
});
