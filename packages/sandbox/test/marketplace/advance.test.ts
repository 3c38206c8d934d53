import { beforeEach, describe, expect, it } from 'vitest';
import { checkedOrder, Marketplace, responseOf, second } from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const statuses = (id: string): string[] =>
  marketplace.order(id).history.map(({ status, by }) => `${status} by ${by}`);

describe('advancing an order', () => {
  it.each([
    [
      'pickup_happy_path',
      [
        'accepted by merchant',
        'preparing by merchant',
        'ready by merchant',
        'completed by merchant',
      ],
    ],
    [
      'delivery_happy_path',
      [
        'accepted by merchant',
        'preparing by merchant',
        'ready by merchant',
        'in_delivery by courier',
        'completed by courier',
      ],
    ],
    [
      'own_delivery_happy_path',
      [
        'accepted by merchant',
        'preparing by merchant',
        'ready by merchant',
        'in_delivery by merchant',
        'completed by merchant',
      ],
    ],
    [
      'dine_in_happy_path',
      ['accepted by system', 'preparing by merchant', 'ready by merchant', 'completed by merchant'],
    ],
    ['auto_accepted_then_cancelled', ['accepted by system', 'cancelled by merchant']],
    ['item_unavailable', ['rejected by merchant']],
    ['acceptance_expired', ['cancelled by system']],
    [
      'customer_cancels_late',
      ['accepted by merchant', 'preparing by merchant', 'cancelled by customer'],
    ],
    [
      'courier_not_found',
      [
        'accepted by merchant',
        'preparing by merchant',
        'ready by merchant',
        'cancelled by marketplace',
      ],
    ],
  ])('runs the steps of the %s scenario one by one', async (scenario, expected) => {
    const { id } = marketplace.createOrder({ scenario });
    for (const [count] of expected.entries()) {
      checkedOrder(marketplace.behavior.advance(id, undefined).body);
      expect(statuses(id).slice(1)).toEqual(expected.slice(0, count + 1));
      await marketplace.advance(second);
    }
    expect(responseOf(() => marketplace.behavior.advance(id, undefined))).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
  });

  it('sets every status on the path when it advances to a status', () => {
    const { id } = marketplace.createOrder({ scenario: 'delivery_happy_path' });
    expect(marketplace.behavior.advance(id, 'completed')).toMatchObject({
      status: 200,
      body: { status: 'completed', courier: { status: 'arrived_at_dropoff' } },
    });
    expect(statuses(id)).toHaveLength(6);
  });

  it.each([
    ['rejected', 'merchant', 'none'],
    ['cancelled', 'customer', 'none'],
    ['delivery_failed', 'courier', 'full'],
  ])('ends the order as %s', (to, by, merchant_paid) => {
    const { id } = marketplace.createOrder({ scenario: 'delivery_happy_path' });
    checkedOrder(marketplace.behavior.advance(id, to).body);
    expect(marketplace.order(id)).toMatchObject({
      status: to,
      phase: 'closed',
      cancellation: { cancelled_by: by, merchant_paid },
    });
  });

  it('pays the store for the items when the customer cancels during preparation', () => {
    const { id } = marketplace.createOrder({ scenario: 'pickup_happy_path' });
    marketplace.behavior.advance(id, 'preparing');
    marketplace.behavior.advance(id, 'cancelled');
    expect(marketplace.order(id).cancellation).toMatchObject({
      cancelled_by: 'customer',
      reason_code: 'customer_cancelled',
      merchant_paid: 'items',
    });
  });

  it('changes nothing when it advances to the current status', () => {
    const { id } = marketplace.createOrder();
    expect(marketplace.behavior.advance(id, 'created').body).toEqual(marketplace.order(id));
  });

  it('rejects unreachable statuses, unknown statuses and unknown orders', () => {
    const { id } = marketplace.createOrder({ scenario: 'pickup_happy_path' });
    marketplace.behavior.advance(id, 'ready');
    for (const to of ['accepted', 'in_delivery', 'rejected']) {
      expect(responseOf(() => marketplace.behavior.advance(id, to))).toMatchObject({
        status: 409,
        body: { code: 'invalid_transition', requested_status: to },
      });
    }
    expect(responseOf(() => marketplace.behavior.advance(id, 'eaten'))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/to' }] },
    });
    expect(responseOf(() => marketplace.behavior.advance('ord_nothere', undefined))).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    });
    expect(marketplace.order(id).status).toBe('ready');
  });
});
