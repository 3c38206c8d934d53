import type { OrderItem } from '@delivery-api/marketplace-types';
import { beforeEach, describe, expect, it } from 'vitest';
import { SimulatedClock } from '../../src/kernel/clock.ts';
import { amsterdam, Marketplace, minute, start } from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const reason = { code: 'too_busy' };
const pickup = (): string => marketplace.createOrder({ scenario: 'pickup_happy_path' }).id;

describe('invalid status changes', () => {
  const line = { line_id: 'line_1', available_quantity: 0 };
  it.each([
    ['ready', { ready_at: '2026-11-20T18:30:00Z' }, '/ready_at'],
    ['rejected', { reason, preparation_minutes: 5 }, '/preparation_minutes'],
    ['accepted', { unavailable_items: [line] }, '/unavailable_items'],
    ['ready', { delivery_code: '5831' }, '/delivery_code'],
    ['completed', { delivery: {} }, '/delivery'],
  ])('rejects %s with %j as not_applicable', (status, more, pointer) => {
    expect(marketplace.setStatus(pickup(), status, more)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer, code: 'not_applicable' }] },
    });
  });

  it('rejects an inconsistent request before it looks up the order', () => {
    expect(
      marketplace.setStatus('ord_nothere', 'ready', { ready_at: '2026-11-20T18:30:00Z' }).status,
    ).toBe(422);
  });

  it('rejects a delivery code for an order that does not require one', () => {
    const id = pickup();
    marketplace.setStatus(id, 'accepted');
    expect(marketplace.setStatus(id, 'completed', { delivery_code: '5831' }).body).toMatchObject({
      errors: [{ pointer: '/delivery_code', code: 'not_applicable' }],
    });
  });

  it('reports all errors in a request, such as a duplicate line and a URL without TLS', () => {
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

  it('returns line_not_found for a line that the order does not have', () => {
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

describe('the occurred_at of a status change', () => {
  it.each([
    ['is used if it is after the last status', '2026-11-20T18:03:00Z', '2026-11-20T18:03:00.000Z'],
    [
      'in the future is replaced by the current time',
      '2026-11-20T19:00:00Z',
      '2026-11-20T18:05:00.000Z',
    ],
    [
      'before the last status is replaced by the time of that status',
      '2026-11-20T17:00:00Z',
      '2026-11-20T18:01:00.000Z',
    ],
  ])('occurred_at %s', async (_, occurred_at, at) => {
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
      revision: 3,
      by: 'merchant',
      actor_name: 'Elin',
    });
  });
});

describe('unavailable items', () => {
  it('excludes unavailable items from new orders if unavailable_until is null, but not if it is absent', () => {
    const { id, items } = marketplace.createOrder({ scenario: 'item_unavailable' });
    const [first, other] = items as [OrderItem, OrderItem];
    const unavailable = [
      { line_id: first.line_id, available_quantity: 0, unavailable_until: null },
      { line_id: other.line_id, available_quantity: 1 },
    ];
    marketplace.setStatus(id, 'rejected', {
      reason_code: 'item_unavailable',
      unavailable_items: unavailable,
    });
    const orders = Array.from({ length: 80 }, () =>
      JSON.stringify(marketplace.createOrder({ store_id: amsterdam }).items),
    );
    expect(orders.some((text) => text.includes(`"item_id":"${first.item_id}"`))).toBe(false);
    expect(orders.some((text) => text.includes(`"item_id":"${other.item_id}"`))).toBe(true);
  });
});

describe('the acceptance deadline', () => {
  it('the acceptance deadline is applied exactly, even when its scheduled task does not run', () => {
    let now = start;
    const wall = { now: () => now, schedule: () => () => {} };
    marketplace = new Marketplace({ clock: new SimulatedClock({ wall }) });
    const [onTime, overdue] = [pickup(), pickup()];
    now += 10 * minute;
    expect(marketplace.setStatus(onTime, 'accepted').status).toBe(200);
    now += 1;
    expect(marketplace.setStatus(overdue, 'accepted')).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition', current_status: 'cancelled' },
    });
  });
});

describe('a failed delivery by the store', () => {
  const failed = (code: string): string => {
    const { id } = marketplace.createOrder({ scenario: 'own_delivery_happy_path' });
    marketplace.setStatus(id, 'accepted');
    marketplace.setStatus(id, 'in_delivery');
    marketplace.setStatus(id, 'delivery_failed', { reason_code: code });
    return id;
  };

  it.each([
    ['customer_unreachable', 'full'],
    ['damaged', 'none'],
  ])(
    'a delivery that failed because of %s has merchant_paid undecided for 15 minutes, and then %s',
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

  it('a loaded order with a refused delivery has merchant_paid full after 15 minutes', async () => {
    const order = marketplace.order(failed('refused'));
    marketplace.behavior.load({ orders: [order as never] });
    await marketplace.advance(15 * minute);
    expect(marketplace.order(order.id)).toMatchObject({
      revision: order.revision + 1,
      cancellation: { merchant_paid: 'full' },
    });
  });
});
