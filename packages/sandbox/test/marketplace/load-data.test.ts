import type { JsonObject } from '@delivery-api/specs/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  amsterdam,
  austin,
  hour,
  Marketplace,
  minute,
  requestExample,
  responseExample,
  responseOf,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const store = (): JsonObject => structuredClone(responseExample('getStore', 'store_open'));
const order = (name: string): JsonObject => structuredClone(responseExample('getOrder', name));

describe('loading data', () => {
  it('deletes all state and cancels all scheduled tasks', async () => {
    const fresh = marketplace.store(amsterdam);
    const { id } = marketplace.createOrder({ scenario: 'acceptance_expired' });
    marketplace.setStoreStatus(amsterdam, 'busy', { duration_minutes: 5 });
    marketplace.submitMenu({
      ...requestExample('submitMenu', 'submit_evening_menu'),
      default_locale: 'nl-BE',
    });
    marketplace.behavior.load();
    const { length } = marketplace.changes;
    await marketplace.advance(hour);
    expect(marketplace.changes.length).toBe(length);
    expect(marketplace.store(amsterdam)).toEqual(fresh);
    expect(marketplace.request('getOrder', { id }).status).toBe(404);
  });

  it('starts with the supplied stores, menus and orders', async () => {
    const own = {
      ...store(),
      id: 'sto_OWN00001',
      name: 'Own',
      status: 'paused',
      requested: { status: 'open', set_by: 'merchant', set_at: '2026-11-20T10:00:00.000Z' },
    };
    const menu = {
      ...requestExample('submitMenu', 'check_burrito_menu'),
      store_ids: ['sto_OWN00001'],
    };
    const orders = ['dinner_created', 'dinner_in_delivery', 'lunch_cancelled'].map(
      (name, index) => ({ ...order(name), id: `ord_OWN0000${index}`, store_id: 'sto_OWN00001' }),
    );
    marketplace.behavior.load({ stores: [own], menus: [menu], orders });
    expect(marketplace.store('sto_OWN00001')).toMatchObject({
      name: 'Own',
      test: true,
      status: 'open',
      menu: { status: 'live', item_count: 7 },
      open_orders: { total: 2 },
    });
    expect(marketplace.request('getStore', { id: amsterdam }).status).toBe(404);
    expect(marketplace.createOrder().currency).toBe('USD');
    expect(marketplace.order('ord_OWN00002')).toMatchObject({ status: 'cancelled', test: true });
    await marketplace.advance(20 * minute);
    expect(marketplace.order('ord_OWN00000')).toMatchObject({
      status: 'cancelled',
      cancellation: { reason_code: 'acceptance_expired' },
    });
    await marketplace.advance(hour);
    expect(marketplace.order('ord_OWN00001')).toMatchObject({
      status: 'completed',
      history: { length: 6 },
    });
  });

  it('keeps the blockers that the marketplace imposed, and computes all other blockers', () => {
    const blockers = [
      {
        code: 'no_couriers',
        message: 'None.',
        resolvable_by: 'marketplace',
        fulfillment: [{ type: 'delivery' }],
      },
      { code: 'outside_opening_hours', message: 'Closed.', resolvable_by: 'merchant' },
    ];
    marketplace.behavior.load({ stores: [{ ...store(), blockers }] });
    expect(marketplace.store(amsterdam)).toMatchObject({
      status: 'open',
      blockers: [{ code: 'no_couriers' }],
      fulfillment_options: [{ accepting_orders: false }, { accepting_orders: true }],
    });
    expect(marketplace.setStoreStatus(amsterdam, 'open').status).toBe(200);
  });

  it('a store without opening hours cannot be opened, and the error has no next_open_at', () => {
    marketplace.behavior.load({ stores: [{ ...store(), opening_hours: [], special_days: [] }] });
    const { status, body } = marketplace.setStoreStatus(amsterdam, 'open');
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'outside_opening_hours',
      detail: 'The store has no later opening hours.',
    });
    expect(body).not.toHaveProperty('next_open_at');
  });

  it('ends a loaded store status at its end time', async () => {
    const requested = {
      status: 'busy',
      until: '2026-11-20T18:10:00.000Z',
      extra_preparation_minutes: 10,
      set_by: 'merchant',
      set_at: '2026-11-20T17:50:00.000Z',
    };
    marketplace.behavior.load({ stores: [{ ...store(), requested }] });
    const { revision, status } = marketplace.store(amsterdam);
    await marketplace.advance(10 * minute);
    expect(status).toBe('busy');
    expect(marketplace.store(amsterdam)).toMatchObject({
      status: 'open',
      revision: revision + 1,
      requested: { set_by: 'schedule' },
    });
  });

  it('keeps the example stores when only orders are supplied', () => {
    marketplace.behavior.load({ orders: [order('dinner_accepted')] });
    expect(marketplace.store(amsterdam).open_orders.total).toBe(1);
    expect(marketplace.store(austin).status).toBe('open');
  });

  it.each<[string, JsonObject, string[]]>([
    ['has an object instead of an array', { stores: {} }, ['/stores']],
    ['has unknown members', { shops: [] }, ['/shops']],
    [
      'has stores that violate the schema',
      { stores: [{ ...store(), colour: 'red' }, { id: 'sto_1' }] },
      ['/stores/0/colour', '/stores/1'],
    ],
    ['contains a store twice', { stores: [store(), store()] }, ['/stores/1/id']],
    [
      'has an unknown time zone',
      { stores: [{ ...store(), timezone: 'Europe/Atlantis' }] },
      ['/stores/0/timezone'],
    ],
    [
      'has an invalid menu',
      { menus: [{ type: 'menu', store_ids: [amsterdam], items: [{ id: 5 }] }] },
      ['/menus/0/currency', '/menus/0/items/0/id'],
    ],
    [
      'has a menu for an unknown store',
      {
        menus: [
          { ...requestExample('submitMenu', 'check_burrito_menu'), store_ids: ['sto_NOTHERE1'] },
        ],
      },
      ['/menus/0/store_ids/0'],
    ],
    [
      'has an order for an unknown store',
      { orders: [{ ...order('dinner_created'), store_id: 'sto_NOTHERE1' }] },
      ['/orders/0/store_id'],
    ],
    [
      'has an order with inconsistent amounts',
      { orders: [{ ...order('dinner_created'), tips: [] }] },
      ['/orders/0/totals/tips/amount'],
    ],
    [
      'has an order with an unknown status',
      { orders: [{ ...order('dinner_created'), status: 'on_the_moon' }] },
      ['/orders/0/status'],
    ],
    [
      'has an order whose phase contradicts its status',
      { orders: [{ ...order('dinner_created'), phase: 'active' }] },
      ['/orders/0/phase'],
    ],
    [
      'contains an order twice',
      { orders: [order('dinner_created'), order('dinner_created')] },
      ['/orders/1/id'],
    ],
  ])('rejects data that %s, and changes nothing', (_, data, pointers) => {
    const { id } = marketplace.createOrder();
    const response = responseOf(() => {
      marketplace.behavior.load(data);
      return { status: 200, body: null };
    });
    expect(response).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect((response.body.errors as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(pointers),
    );
    expect(marketplace.order(id).status).toBe('created');
  });
});
