import { beforeEach, describe, expect, it } from 'vitest';
import { answeredBy, checkedOrder, Marketplace, second } from '../support/marketplace.ts';

let stage: Marketplace;
beforeEach(() => {
  stage = new Marketplace();
});

const statuses = (id: string): string[] =>
  stage.order(id).history.map(({ status, by }) => `${status} by ${by}`);

describe('moving an order along', () => {
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
  ])('step by step tells the story of %s', async (scenario, story) => {
    const { id } = stage.arrive({ scenario });
    for (const [count] of story.entries()) {
      checkedOrder(stage.world.advance(id, undefined).body);
      expect(statuses(id).slice(1)).toEqual(story.slice(0, count + 1));
      await stage.pass(second);
    }
    expect(answeredBy(() => stage.world.advance(id, undefined))).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition' },
    });
  });

  it('to a status takes every step before it', () => {
    const { id } = stage.arrive({ scenario: 'delivery_happy_path' });
    expect(stage.world.advance(id, 'completed')).toMatchObject({
      status: 200,
      body: { status: 'completed', courier: { status: 'at_dropoff' } },
    });
    expect(statuses(id)).toHaveLength(6);
  });

  it.each([
    ['rejected', 'merchant', 'none'],
    ['cancelled', 'customer', 'none'],
    ['delivery_failed', 'courier', 'full'],
  ])('ends it as %s', (to, by, merchant_paid) => {
    const { id } = stage.arrive({ scenario: 'delivery_happy_path' });
    checkedOrder(stage.world.advance(id, to).body);
    expect(stage.order(id)).toMatchObject({
      status: to,
      phase: 'closed',
      cancellation: { by, merchant_paid },
    });
  });

  it('called off by the customer while it is being made pays the store for the items', () => {
    const { id } = stage.arrive({ scenario: 'pickup_happy_path' });
    stage.world.advance(id, 'preparing');
    stage.world.advance(id, 'cancelled');
    expect(stage.order(id).cancellation).toMatchObject({
      by: 'customer',
      reason_code: 'customer_cancelled',
      merchant_paid: 'items',
    });
  });

  it('to where it is changes nothing', () => {
    const { id } = stage.arrive();
    expect(stage.world.advance(id, 'created').body).toEqual(stage.order(id));
  });

  it('refuses what does not lead there, what is no status, and what is no order', () => {
    const { id } = stage.arrive({ scenario: 'pickup_happy_path' });
    stage.world.advance(id, 'ready');
    for (const to of ['accepted', 'in_delivery', 'rejected']) {
      expect(answeredBy(() => stage.world.advance(id, to))).toMatchObject({
        status: 409,
        body: { code: 'invalid_transition', requested_status: to },
      });
    }
    expect(answeredBy(() => stage.world.advance(id, 'eaten'))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/to' }] },
    });
    expect(answeredBy(() => stage.world.advance('ord_nothere', undefined))).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    });
    expect(stage.order(id).status).toBe('ready');
  });
});
