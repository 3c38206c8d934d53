import { beforeEach, describe, expect, it } from 'vitest';
import { amsterdam, day, hour, Marketplace, minute } from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const createOrder = (scenario = 'pickup_happy_path'): string =>
  marketplace.createOrder({
    scenario,
    ...(scenario === 'pickup_happy_path' && { store_id: amsterdam }),
  }).id;
const listed = (): string[] =>
  marketplace.store(amsterdam).recently_closed.items.map(({ order_id }) => order_id);

describe('the recently closed orders of a store', () => {
  it('the store lists recently closed orders with a summary, the latest change first', async () => {
    const [first, second] = [createOrder(), createOrder()];
    marketplace.setStatus(second, 'rejected', { reason_code: 'too_busy' });
    await marketplace.advance(minute);
    marketplace.setStatus(first, 'accepted');
    marketplace.setStatus(first, 'completed');
    const order = marketplace.order(first);
    const { recently_closed } = marketplace.store(amsterdam);
    expect(recently_closed.total).toBe(2);
    expect(recently_closed.items[0]).toEqual({
      order_id: first,
      display_id: order.display_id,
      status: 'completed',
      revision: 3,
      closed_at: order.closed_at,
      updated_at: order.updated_at,
    });
    expect(listed()).toEqual([first, second]);
  });

  it('recently closed orders move to the front when they change after they were closed', async () => {
    const id = createOrder('own_delivery_happy_path');
    marketplace.setStatus(id, 'accepted');
    marketplace.setStatus(id, 'in_delivery');
    marketplace.setStatus(id, 'delivery_failed', { reason_code: 'refused' });
    await marketplace.advance(minute);
    const store = marketplace.order(id).store_id;
    const later = marketplace.createOrder({ scenario: 'own_delivery_happy_path', store_id: store });
    marketplace.setStatus(later.id, 'rejected', { reason_code: 'too_busy' });
    await marketplace.advance(hour);
    const [first] = marketplace.store(store).recently_closed.items;
    expect(first).toMatchObject({ order_id: id, revision: 5 });
    expect(marketplace.order(id).cancellation?.merchant_paid).toBe('full');
  });

  it('recently closed orders are omitted 72 hours after the last change', async () => {
    const id = createOrder();
    marketplace.setStatus(id, 'rejected', { reason_code: 'too_busy' });
    await marketplace.advance(3 * day - 1);
    expect(listed()).toEqual([id]);
    await marketplace.advance(1);
    expect(marketplace.store(amsterdam).recently_closed).toEqual({ total: 0, items: [] });
  });
});

describe('orders that the store never completes', () => {
  it.each(['accepted', 'preparing'])(
    'the marketplace completes an order that stays %s',
    async (to) => {
      const id = createOrder();
      marketplace.setStatus(id, 'accepted', { preparation_minutes: 30 });
      if (to !== 'accepted') marketplace.setStatus(id, to);
      const { auto_complete_at: at = '' } = marketplace.order(id);
      expect(at).toBe('2026-11-21T06:30:00.000Z');
      await marketplace.advance(Date.parse(at) - marketplace.clock.now() - 1);
      expect(marketplace.order(id).status).toBe(to);
      await marketplace.advance(1);
      const order = marketplace.order(id);
      expect(order.history.at(-1)).toMatchObject({ status: 'completed', at, by: 'system' });
      expect(order).not.toHaveProperty('auto_complete_at');
    },
  );

  it('the marketplace completes an order that stays in delivery', async () => {
    const id = createOrder('own_delivery_happy_path');
    marketplace.setStatus(id, 'accepted');
    marketplace.setStatus(id, 'in_delivery');
    expect(marketplace.order(id).auto_complete_at).toBeDefined();
    await marketplace.advance(day);
    expect(marketplace.order(id).history.at(-1)).toMatchObject({ by: 'system' });
  });

  it('a placed order has no auto_complete_at', () => {
    expect(marketplace.order(createOrder())).not.toHaveProperty('auto_complete_at');
  });

  it('an accepted order is listed after a placed order even if the accepted order has the earlier deadline', async () => {
    const old = createOrder();
    marketplace.setStatus(old, 'accepted', { preparation_minutes: 1 });
    const placed = createOrder();
    expect(marketplace.store(amsterdam).open_orders.items.map(({ order_id }) => order_id)).toEqual([
      placed,
      old,
    ]);
  });
});

describe('the payments of an order that ended early', () => {
  it.each([
    ['rejected', 'refunded'],
    ['cancelled', 'refunded'],
  ])('the online payments of an order that is %s are %s', (to, state) => {
    const payments = [{ method: 'online' }];
    const { id } = marketplace.createOrder({ order: { store_id: amsterdam, payments } });
    if (to === 'cancelled') marketplace.setStatus(id, 'accepted');
    marketplace.setStatus(id, to, { reason_code: 'too_busy' });
    expect(marketplace.order(id).payments).toMatchObject([{ state }]);
  });

  it('due payments of an order that ended early are not collected, and only due_at_handover changes in the totals', () => {
    const { id, totals } = marketplace.createOrder({ scenario: 'cash_order' });
    marketplace.setStatus(id, 'rejected', { reason_code: 'too_busy' });
    const order = marketplace.order(id);
    expect(order.payments).toMatchObject([{ state: 'not_collected' }]);
    expect(order.totals).toEqual({
      ...totals,
      due_at_handover: { amount: 0, currency: order.currency },
    });
  });
});
