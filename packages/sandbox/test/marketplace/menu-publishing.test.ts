import type { StoreMenu, SubmitMenuRequest } from '@delivery-api/marketplace-types';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  amsterdam,
  austin,
  Marketplace,
  minute,
  requestExample,
  responseExample,
  rotterdam,
  second,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

const winter = (change: (menu: SubmitMenuRequest) => void = () => {}): SubmitMenuRequest => {
  const copy = structuredClone(
    requestExample('submitMenu', 'submit_evening_menu'),
  ) as unknown as SubmitMenuRequest;
  change(copy);
  return copy;
};
const dearer = (menu: SubmitMenuRequest): void =>
  void Object.assign(menu.items[0] as object, { price: { amount: 1250, currency: 'EUR' } });
const menuOf = (store = amsterdam): StoreMenu => marketplace.store(store).menu;

describe('a menu that is valid', () => {
  it('is put live a while later, and the store tells how it goes', async () => {
    const { revision, menu: before } = marketplace.store(amsterdam);
    const { status, body } = marketplace.submitMenu({ ...winter(dearer), reference: 'winter-3' });
    expect(status).toBe(202);
    expect(body).toMatchObject({
      status: 'publishing',
      reference: 'winter-3',
      received_at: '2026-11-20T18:00:00.000Z',
      expected_live_at: '2026-11-20T18:05:00.000Z',
      counts: { menus: 2, categories: 4, items: 12, modifier_groups: 2 },
      stores: [{ store_id: amsterdam, changed: true, added: 0, updated: 1, removed: 0 }],
      warnings: [
        {
          code: 'missing_allergen_info',
          message: 'Nothing is said about the allergens of ipa.',
          pointer: '/items/6',
          entity_type: 'item',
          entity_id: 'ipa',
        },
      ],
    });
    expect(marketplace.store(amsterdam)).toMatchObject({
      revision: revision + 1,
      menu: {
        status: 'publishing',
        menu_version: before.menu_version,
        submitted_version: body.menu_version,
        submitted_at: '2026-11-20T18:00:00.000Z',
        reference: 'winter-3',
      },
    });
    expect(marketplace.createOrder({ store_id: amsterdam }).items[0]?.menu_version).toBe(
      before.menu_version,
    );
    await marketplace.advance(5 * minute);
    const { menu, revision: now, updated_at } = marketplace.store(amsterdam);
    expect(menu).toMatchObject({
      status: 'live',
      menu_version: body.menu_version,
      submitted_version: body.menu_version,
      item_count: 12,
      published_at: updated_at,
    });
    expect(now).toBe(revision + 2);
    expect(marketplace.createOrder({ store_id: amsterdam }).items[0]?.menu_version).toBe(
      body.menu_version,
    );
  });

  it('answers as the examples of the contract do', () => {
    const check = requestExample('submitMenu', 'check_burrito_menu');
    const {
      stores: [change],
      ...validated
    } = responseExample('submitMenu', 'menu_validated') as unknown as {
      stores: object[];
      received_at: string;
    };
    expect(marketplace.submitMenu(check).body).toEqual({
      ...validated,
      received_at: '2026-11-20T18:00:00.000Z',
      stores: [{ ...change, changed: false, added: 0, updated: 0 }],
    });
    expect(marketplace.submitMenu(winter()).body).toEqual({
      ...responseExample('submitMenu', 'menu_unchanged'),
      received_at: '2026-11-20T18:00:00.000Z',
    });
  });

  it('finds pictures that cannot be had only while publishing', async () => {
    const { body } = marketplace.submitMenu(
      winter((menu) => {
        Object.assign(menu.items[0] as object, {
          image_urls: [
            'https://images.example.com/missing.jpg',
            'https://images.example.com/margherita.webp?v=2',
          ],
        });
        Object.assign(menu.categories[1] as object, {
          image_url: 'https://images.example.com/pizze.gif',
        });
      }),
    );
    expect(body.warnings).toHaveLength(1);
    await marketplace.advance(5 * minute);
    expect(menuOf()).toMatchObject({
      status: 'live',
      warnings: [
        {
          code: 'image_invalid',
          pointer: '/categories/1/image_url',
          entity_type: 'category',
          entity_id: 'pizze',
        },
        {
          code: 'image_unreachable',
          pointer: '/items/0/image_urls/0',
          entity_type: 'item',
          entity_id: 'margherita',
        },
      ],
    });
  });

  it('opens a store that had none', async () => {
    const { body } = marketplace.submitMenu({
      ...winter((menu) => delete menu.items[2]?.price_overrides),
      store_ids: [rotterdam],
    });
    expect(body).toMatchObject({
      stores: [{ store_id: rotterdam, changed: true, added: 20, updated: 0, removed: 0 }],
    });
    expect(marketplace.store(rotterdam)).toMatchObject({
      status: 'closed',
      blockers: [{ code: 'no_menu' }],
    });
    await marketplace.advance(5 * minute);
    expect(marketplace.store(rotterdam)).toMatchObject({
      status: 'open',
      accepting_orders: true,
      blockers: [],
    });
  });
});

describe('validate_only', () => {
  it('reports, and stores nothing', async () => {
    const before = marketplace.store(amsterdam);
    const { status, body } = marketplace.submitMenu({ ...winter(dearer), validate_only: true });
    expect([status, body.status]).toEqual([200, 'validated']);
    expect(body).not.toHaveProperty('menu_version');
    await marketplace.advance(5 * minute);
    expect(marketplace.store(amsterdam)).toEqual(before);
  });
});

describe('content that is there already', () => {
  it('is recognised whatever the order of the lists that are referred to', () => {
    const before = marketplace.store(amsterdam);
    const shuffled = winter(
      ({ items, categories, modifier_groups }) =>
        void [items, categories, modifier_groups].map((list) => list.reverse()),
    );
    expect(marketplace.submitMenu({ ...shuffled, reference: 'again' })).toMatchObject({
      status: 200,
      body: { status: 'unchanged', menu_version: before.menu.menu_version },
    });
    expect(marketplace.store(amsterdam)).toEqual(before);
  });

  it('is not the same with the menus in another order, or in another language', () => {
    expect(marketplace.submitMenu(winter(({ menus }) => void menus.reverse())).body).toMatchObject({
      stores: [{ changed: true, updated: 2 }],
    });
    expect(marketplace.submitMenu({ ...winter(), default_locale: 'nl-BE' }).body).toMatchObject({
      stores: [{ changed: true, updated: 20 }],
    });
  });

  it('is recognised while it is being put live, with its version', () => {
    const { body } = marketplace.submitMenu(winter(dearer));
    expect(marketplace.submitMenu(winter(dearer))).toMatchObject({
      status: 200,
      body: { status: 'unchanged', menu_version: body.menu_version, stores: [{ changed: false }] },
    });
  });

  it('brings back what was taken off, so it is a change then', async () => {
    const { id, items } = marketplace.createOrder({ scenario: 'item_unavailable' });
    marketplace.setStatus(id, 'rejected', {
      reason: { code: 'item_unavailable' },
      unavailable_items: [{ line_id: 'line_1', available_quantity: 0, unavailable_until: null }],
    });
    expect(marketplace.submitMenu(winter())).toMatchObject({
      status: 202,
      body: { stores: [{ changed: true, updated: 1 }] },
    });
    await marketplace.advance(5 * minute);
    const orders = Array.from({ length: 80 }, () =>
      JSON.stringify(marketplace.createOrder({ store_id: amsterdam }).items),
    );
    expect(orders.some((text) => text.includes(`"${items[0]?.item_id}"`))).toBe(true);
  });
});

describe('a newer submission', () => {
  it('overtakes one that is being put live', async () => {
    const first = marketplace.submitMenu(winter(dearer)).body;
    await marketplace.advance(30 * second);
    const second_ = marketplace.submitMenu(
      winter((menu) => void Object.assign(menu.items[1] as object, { name: 'Marinara' })),
    ).body;
    await marketplace.advance(10 * minute);
    expect(menuOf()).toMatchObject({ status: 'live', menu_version: second_.menu_version });
    expect(menuOf().menu_version).not.toBe(first.menu_version);
  });

  it('of what is sold now calls the one on its way off', async () => {
    marketplace.submitMenu(winter(dearer));
    const { status, body } = marketplace.submitMenu(winter());
    expect([status, body.stores]).toEqual([
      202,
      [{ store_id: amsterdam, changed: false, added: 0, updated: 0, removed: 0 }],
    ]);
    await marketplace.advance(10 * minute);
    expect(marketplace.submitMenu(winter()).body).toMatchObject({
      status: 'unchanged',
      menu_version: body.menu_version,
    });
  });
});

describe('several stores', () => {
  it('get the menu all together, each with its own changes', async () => {
    const { body } = marketplace.submitMenu({ ...winter(), store_ids: [amsterdam, rotterdam] });
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

  it('get nothing when one of them is not there, and the missing ones are named', () => {
    const before = marketplace.store(amsterdam);
    expect(
      marketplace.submitMenu({
        ...winter(dearer),
        store_ids: [amsterdam, 'sto_NOTHERE1', 'sto_NOTHERE2'],
      }),
    ).toMatchObject({
      status: 404,
      body: {
        code: 'store_not_found',
        detail: 'Your integration has no store sto_NOTHERE1, sto_NOTHERE2.',
      },
    });
    expect(marketplace.store(amsterdam)).toEqual(before);
  });

  it('are not there for others', () => {
    expect(marketplace.request('submitMenu', {}, winter(), 'test_other')).toMatchObject({
      status: 404,
      body: { code: 'store_not_found' },
    });
  });
});

describe('the removal guard', () => {
  const large = (count: number): SubmitMenuRequest =>
    winter((menu) => {
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
  const sellLive = async (count: number): Promise<void> => {
    marketplace.submitMenu(large(count));
    await marketplace.advance(5 * minute);
  };

  it('refuses a menu without too many of the live items, with the numbers, also when only checked', async () => {
    await sellLive(30);
    const before = marketplace.store(amsterdam);
    for (const validate_only of [true, false]) {
      expect(marketplace.submitMenu({ ...large(14), validate_only })).toMatchObject({
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
    expect(marketplace.submitMenu(large(15)).status).toBe(202);
  });

  it('lets go what max_removed_percent allows', async () => {
    await sellLive(30);
    expect(marketplace.submitMenu({ ...large(29), max_removed_percent: 3 }).status).toBe(422);
    expect(marketplace.submitMenu({ ...large(14), max_removed_percent: 54 }).status).toBe(202);
    expect(marketplace.submitMenu({ ...winter(), max_removed_percent: 100 }).status).toBe(202);
  });

  it('looks at menus of 20 live items and more', async () => {
    await sellLive(19);
    expect(marketplace.submitMenu(requestExample('submitMenu', 'check_burrito_menu')).status).toBe(
      200,
    );
    const other = winter((menu) => {
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

describe('what customers order', () => {
  it('counts down, and what is sold out is not ordered any more', () => {
    const orders = Array.from({ length: 150 }, () =>
      marketplace.createOrder({ store_id: amsterdam }),
    );
    const sold = orders
      .flatMap(({ items }) => items)
      .reduce((sum, { item_id, quantity }) => sum + (item_id === 'tiramisu' ? quantity : 0), 0);
    expect(sold).toBe(12);
  });

  it('is of a menu that holds at the time, at the price for its way', () => {
    marketplace = new Marketplace({ at: Date.parse('2026-11-20T11:00:00Z') });
    const lunches = Array.from({ length: 40 }, () =>
      marketplace.createOrder({ scenario: 'pickup_happy_path', store_id: amsterdam }),
    );
    expect(lunches.some(({ items }) => items.some(({ item_id }) => item_id === 'focaccia'))).toBe(
      true,
    );
    for (const { items } of lunches)
      for (const { item_id, unit_price } of items)
        if (item_id === 'margherita') expect(unit_price.amount).toBe(1050);
    marketplace = new Marketplace();
    const dinners = Array.from({ length: 40 }, () =>
      marketplace.createOrder({ scenario: 'delivery_happy_path', store_id: amsterdam }),
    );
    expect(
      dinners.some(({ items }) =>
        items.some(({ item_id }) => item_id === 'focaccia' || item_id === 'ipa'),
      ),
    ).toBe(false);
    for (const { items } of dinners)
      for (const { item_id, unit_price } of items)
        if (item_id === 'tiramisu') expect(unit_price.amount).toBe(650);
  });
});

it('every store with a menu sells from it', () => {
  const stores = marketplace.behavior.snapshot(20).stores as { id: string; menu: StoreMenu }[];
  const selling = stores.filter(({ menu }) => menu.status === 'live').map(({ id }) => id);
  expect(selling).toEqual(expect.arrayContaining([amsterdam, austin]));
  for (const store_id of selling)
    expect(marketplace.createOrder({ store_id }).store_id).toBe(store_id);
});
