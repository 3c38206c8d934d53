import type { MenuSubmission, StoreMenu } from '@delivery-api/marketplace-types';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  amsterdam,
  austin,
  Marketplace,
  minute,
  requestExample,
  rotterdam,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const eveningMenu = (change: (menu: MenuSubmission) => void = () => {}): MenuSubmission => {
  const copy = structuredClone(
    requestExample('submitMenu', 'submit_evening_menu'),
  ) as unknown as MenuSubmission;
  change(copy);
  return copy;
};
const raiseFirstPrice = (menu: MenuSubmission): void =>
  void Object.assign(menu.items[0] as object, { price: { amount: 1250, currency: 'EUR' } });
const menuOf = (store = amsterdam): StoreMenu => marketplace.store(store).menu;

describe('several stores', () => {
  it('publishes a menu to several stores at the same time, and counts the changes for each store', async () => {
    const { body } = marketplace.submitMenu({
      ...eveningMenu(),
      store_ids: [amsterdam, rotterdam],
    });
    expect(body.stores).toEqual([
      { store_id: amsterdam, changed: false, added: 0, updated: 0, removed: 0 },
      { store_id: rotterdam, changed: true, added: 20, updated: 0, removed: 0 },
    ]);
    await marketplace.advance(5 * minute);
    expect([menuOf(amsterdam).menu_version, menuOf(rotterdam).menu_version]).toEqual([
      body.menu_version,
      body.menu_version,
    ]);
  });

  it('no store changes if some of the stores do not exist, and the error lists the missing stores', () => {
    const before = marketplace.store(amsterdam);
    expect(
      marketplace.submitMenu({
        ...eveningMenu(raiseFirstPrice),
        store_ids: [amsterdam, 'sto_NOTHERE1', 'sto_NOTHERE2'],
      }),
    ).toMatchObject({
      status: 404,
      body: {
        code: 'store_not_found',
        detail: 'Your integration has no stores with the IDs sto_NOTHERE1, sto_NOTHERE2.',
      },
    });
    expect(marketplace.store(amsterdam)).toEqual(before);
  });

  it('returns validation_failed before store_not_found, and store_not_found before menu_invalid', () => {
    const invalidItem = eveningMenu(({ items }) => void Object.assign(items[0] ?? {}, { name: 7 }));
    const codeOf = (menu: object) => marketplace.submitMenu(menu as MenuSubmission).body.code;
    const missing = { store_ids: ['sto_NOTHERE1'] };
    expect([
      codeOf({ ...invalidItem, ...missing, currency: 7 }),
      codeOf({ ...invalidItem, ...missing }),
      codeOf(invalidItem),
    ]).toEqual(['validation_failed', 'store_not_found', 'menu_invalid']);
  });

  it('stores of another integration are reported as not found', () => {
    expect(marketplace.request('submitMenu', {}, eveningMenu(), 'test_other')).toMatchObject({
      status: 404,
      body: { code: 'store_not_found' },
    });
  });
});

describe('the removal guard', () => {
  const menuWithItems = (count: number): MenuSubmission =>
    eveningMenu((menu) => {
      for (let index = menu.items.length; index < count; index++) {
        menu.items.push({
          id: `extra-${index}`,
          name: `Extra ${index}`,
          price: { amount: 100, currency: 'EUR' },
          allergens: [],
        });
        menu.categories[3]?.item_ids.push(`extra-${index}`);
      }
    });
  const publish = async (count: number): Promise<void> => {
    marketplace.submitMenu(menuWithItems(count));
    await marketplace.advance(5 * minute);
  };

  it('rejects a menu that removes more than half of the live items, even with validate_only', async () => {
    await publish(30);
    const before = marketplace.store(amsterdam);
    for (const validate_only of [true, false]) {
      expect(marketplace.submitMenu({ ...menuWithItems(14), validate_only })).toMatchObject({
        status: 422,
        body: {
          code: 'removal_guard',
          entity_count: 30,
          removed_count: 16,
          detail: expect.stringContaining('16 of 30 live items'),
        },
      });
    }
    expect(marketplace.store(amsterdam)).toEqual(before);
    expect(marketplace.submitMenu(menuWithItems(15)).status).toBe(202);
  });

  it('accepts removals up to max_removed_percent', async () => {
    await publish(30);
    expect(marketplace.submitMenu({ ...menuWithItems(29), max_removed_percent: 3 }).status).toBe(
      422,
    );
    expect(marketplace.submitMenu({ ...menuWithItems(14), max_removed_percent: 54 }).status).toBe(
      202,
    );
    expect(marketplace.submitMenu({ ...eveningMenu(), max_removed_percent: 100 }).status).toBe(202);
  });

  it('applies max_removed_percent 0 to a store with fewer than 20 live items', async () => {
    await publish(19);
    const without = eveningMenu((menu) => {
      menu.items = menu.items.filter(({ id }) => id !== 'tiramisu');
      for (const category of menu.categories)
        category.item_ids = category.item_ids.filter((id) => id !== 'tiramisu');
      menu.categories = menu.categories.filter(({ item_ids }) => item_ids.length > 0);
      const kept = new Set(menu.categories.map(({ id }) => id));
      for (const one of menu.menus)
        one.category_ids = one.category_ids.filter((id) => kept.has(id));
    });
    expect(marketplace.submitMenu({ ...without, max_removed_percent: 0 })).toMatchObject({
      status: 422,
      body: { code: 'removal_guard', entity_count: 19 },
    });
    expect(marketplace.submitMenu(without).status).toBe(202);
  });

  it('does not apply to fewer than 20 live items if the submission has no max_removed_percent', async () => {
    await publish(19);
    expect(marketplace.submitMenu(requestExample('submitMenu', 'check_burrito_menu')).status).toBe(
      200,
    );
    const other = eveningMenu((menu) => {
      menu.items = menu.items.slice(4, 7);
      menu.categories = [
        { id: 'bevande', name: 'Bevande', item_ids: ['chinotto', 'cappuccino', 'ipa'] },
      ];
      menu.menus = [{ id: 'all', name: 'All', category_ids: ['bevande'] }];
      menu.modifier_groups = [];
    });
    expect(marketplace.submitMenu(other).body).toMatchObject({
      stores: [{ store_id: amsterdam, removed: 16 + 3 + 2 + 2 }],
    });
  });
});

describe('the items of generated orders', () => {
  it('generated orders reduce the stock, and never contain sold-out items', () => {
    const orders = Array.from({ length: 150 }, () =>
      marketplace.createOrder({ store_id: amsterdam }),
    );
    const sold = orders
      .flatMap(({ items }) => items)
      .reduce((sum, { item_id, quantity }) => sum + (item_id === 'tiramisu' ? quantity : 0), 0);
    expect(sold).toBe(12);
  });

  it('generated orders contain items from a currently available menu, with the price for the fulfillment type', () => {
    marketplace = new Marketplace({ at: Date.parse('2026-11-20T11:00:00Z') });
    const lunchOrders = Array.from({ length: 40 }, () =>
      marketplace.createOrder({ scenario: 'pickup_happy_path', store_id: amsterdam }),
    );
    expect(
      lunchOrders.some(({ items }) => items.some(({ item_id }) => item_id === 'focaccia')),
    ).toBe(true);
    for (const { items } of lunchOrders)
      for (const { item_id, unit_price } of items)
        if (item_id === 'margherita') expect(unit_price.amount).toBe(1050);
    marketplace = new Marketplace();
    const eveningOrders = Array.from({ length: 40 }, () =>
      marketplace.createOrder({ scenario: 'delivery_happy_path', store_id: amsterdam }),
    );
    expect(
      eveningOrders.some(({ items }) =>
        items.some(({ item_id }) => item_id === 'focaccia' || item_id === 'ipa'),
      ),
    ).toBe(false);
    for (const { items } of eveningOrders)
      for (const { item_id, unit_price } of items)
        if (item_id === 'tiramisu') expect(unit_price.amount).toBe(650);
  });
});

it('an order can be created for every store with a live menu', () => {
  const stores = marketplace.behavior.snapshot(20).stores as { id: string; menu: StoreMenu }[];
  const selling = stores.filter(({ menu }) => menu.status === 'live').map(({ id }) => id);
  expect(selling).toEqual(expect.arrayContaining([amsterdam, austin]));
  for (const store_id of selling)
    expect(marketplace.createOrder({ store_id }).store_id).toBe(store_id);
});
