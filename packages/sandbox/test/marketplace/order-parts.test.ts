import type { JsonObject } from '@delivery-api/specs/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkAmounts } from '../../src/marketplace/domain/order-factory/check-amounts.ts';
import { amsterdam, austin, Marketplace } from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const eur = (amount: number) => ({ amount, currency: 'EUR' });

describe('partial orders', () => {
  it.each<[string, JsonObject, object]>([
    ['no fields', {}, { status: 'created', revision: 1 }],
    ['a customer', { customer: { name: 'Ada' } }, { customer: { name: 'Ada' } }],
    ['a store', { store_id: austin }, { store_id: austin, currency: 'USD' }],
    [
      'a fulfillment type',
      { fulfillment: { type: 'dine_in', table_id: '7' } },
      { fulfillment: { type: 'dine_in', table_id: '7' } },
    ],
    [
      'delivered_by',
      { fulfillment: { delivered_by: 'merchant' } },
      { fulfillment: { type: 'delivery', address: expect.anything() } },
    ],
    [
      'a menu item',
      { store_id: amsterdam, items: [{ item_id: 'margherita', quantity: 2 }] },
      {
        items: [
          { line_id: 'line_1', item_id: 'margherita', quantity: 2, name: expect.any(String) },
        ],
      },
    ],
    [
      'an item that is not on the menu',
      {
        store_id: amsterdam,
        items: [{ item_id: 'secret', name: 'Secret', unit_price: eur(777) }],
        discounts: [],
        fees: [],
        tips: [],
      },
      {
        items: [{ item_id: 'secret', quantity: 1, total_price: eur(777), modifiers: [] }],
        totals: { items: eur(777), total: eur(777) },
      },
    ],
    [
      'one modifier of an item',
      {
        store_id: amsterdam,
        items: [{ item_id: 'margherita', modifiers: [{ item_id: 'basil', quantity: 2 }] }],
      },
      {
        items: [
          {
            modifiers: [
              { item_id: 'basil', quantity: 2, group_id: 'extra-toppings', line_id: 'line_1_a' },
            ],
          },
        ],
      },
    ],
    [
      'a tip',
      { store_id: amsterdam, tips: [{ amount: eur(500) }] },
      { tips: [{ amount: eur(500) }], totals: { tips: eur(500) } },
    ],
    [
      'a discount',
      { store_id: amsterdam, discounts: [{ amount: eur(100), code: 'WELCOME' }] },
      {
        discounts: [{ code: 'WELCOME', funded_by: [{ amount: eur(100) }] }],
        totals: { discounts: eur(100) },
      },
    ],
    [
      'a fee',
      { store_id: amsterdam, fees: [{ amount: eur(99), name: 'Rain' }] },
      { fees: [{ name: 'Rain' }], totals: { fees: eur(99) } },
    ],
    [
      'a payment method',
      { payments: [{ method: 'cash' }] },
      { payments: [{ method: 'cash', state: 'due' }] },
    ],
    [
      'a requested window',
      {
        timing: {
          requested_window: {
            starts_at: '2026-11-21T12:00:00+01:00',
            ends_at: '2026-11-21T13:00:00+01:00',
          },
        },
      },
      {
        timing: {
          schedule: 'scheduled',
          requested_window: {
            starts_at: '2026-11-21T11:00:00.000Z',
            ends_at: '2026-11-21T12:00:00.000Z',
          },
          estimated_handover_at: '2026-11-21T11:30:00.000Z',
        },
      },
    ],
    [
      'the schedule scheduled',
      { timing: { schedule: 'scheduled' } },
      { timing: { schedule: 'scheduled', prepare_at: expect.any(String) } },
    ],
    [
      'a deadline',
      { acceptance: { accept_by: '2026-11-20T18:03:00Z' } },
      { acceptance: { accept_by: '2026-11-20T18:03:00.000Z' } },
    ],
    ['an ID', { id: 'ord_MINE0001', display_id: 'M-1' }, { id: 'ord_MINE0001', display_id: 'M-1' }],
  ])('a partial order with %s is completed to a valid order', (_, order, expected) => {
    for (const seed of ['a', 'b', 'c', 'd']) {
      marketplace = new Marketplace({ seed });
      const created = marketplace.createOrder({ order });
      expect(created).toMatchObject(expected);
      expect(checkAmounts(created)).toEqual([]);
      expect(
        marketplace.setStatus(created.id, 'rejected', { reason_code: 'too_busy' }).status,
      ).toBe(200);
    }
  });

  it('a partial order can be combined with a scenario and a store', async () => {
    const { id, customer } = marketplace.createOrder({
      scenario: 'acceptance_expired',
      store_id: amsterdam,
      order: { customer: { name: 'Ada' } },
    });
    expect(customer?.name).toBe('Ada');
    await marketplace.advance(60_000);
    expect(marketplace.order(id)).toMatchObject({
      store_id: amsterdam,
      status: 'cancelled',
      cancellation: { reason_code: 'acceptance_expired' },
    });
  });
});
