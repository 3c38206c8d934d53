import type { MenuSubmission, StoreMenu } from '@delivery-api/marketplace-types';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  amsterdam,
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

const eveningMenu = (change: (menu: MenuSubmission) => void = () => {}): MenuSubmission => {
  const copy = structuredClone(
    requestExample('submitMenu', 'submit_evening_menu'),
  ) as unknown as MenuSubmission;
  change(copy);
  return copy;
};
const raisePrices = (menu: MenuSubmission): void =>
  void Object.assign(menu.items[0] as object, { price: { amount: 1250, currency: 'EUR' } });
const menuOf = (store = amsterdam): StoreMenu => marketplace.store(store).menu;

describe('a valid menu', () => {
  it('goes live after the publishing time, and the store reports the progress', async () => {
    const { revision, menu: before } = marketplace.store(amsterdam);
    const { status, body } = marketplace.submitMenu({
      ...eveningMenu(raisePrices),
      reference: 'winter-3',
    });
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
          message: 'The allergens of ipa are not specified.',
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

  it('returns the example responses of the contract, apart from times and the changes of the validated menu', () => {
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
    expect(marketplace.submitMenu(eveningMenu()).body).toEqual({
      ...responseExample('submitMenu', 'menu_unchanged'),
      received_at: '2026-11-20T18:00:00.000Z',
    });
  });

  it('publishes a menu with warnings about images', async () => {
    const { body } = marketplace.submitMenu(
      eveningMenu((menu) => {
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

  it('opens a store that had no menu', async () => {
    const { body } = marketplace.submitMenu({
      ...eveningMenu((menu) => delete menu.items[2]?.price_overrides),
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
  it('returns the report and changes nothing', async () => {
    const before = marketplace.store(amsterdam);
    const { status, body } = marketplace.submitMenu({
      ...eveningMenu(raisePrices),
      validate_only: true,
    });
    expect([status, body.status]).toEqual([200, 'validated']);
    expect(body).not.toHaveProperty('menu_version');
    await marketplace.advance(5 * minute);
    expect(marketplace.store(amsterdam)).toEqual(before);
  });
});

describe('unchanged content', () => {
  it('recognizes unchanged content regardless of the order of items, categories and modifier groups', () => {
    const before = marketplace.store(amsterdam);
    const shuffled = eveningMenu(
      ({ items, categories, modifier_groups }) =>
        void [items, categories, modifier_groups].map((list) => list.reverse()),
    );
    expect(marketplace.submitMenu({ ...shuffled, reference: 'again' })).toMatchObject({
      status: 200,
      body: { status: 'unchanged', menu_version: before.menu.menu_version },
    });
    expect(marketplace.store(amsterdam)).toEqual(before);
  });

  it('reports a change when the order of menus or the language differs', () => {
    expect(
      marketplace.submitMenu(eveningMenu(({ menus }) => void menus.reverse())).body,
    ).toMatchObject({
      stores: [{ changed: true, updated: 2 }],
    });
    expect(
      marketplace.submitMenu({ ...eveningMenu(), default_locale: 'nl-BE' }).body,
    ).toMatchObject({
      stores: [{ changed: true, updated: 20 }],
    });
  });

  it('recognizes unchanged content while it is being published', () => {
    const { body } = marketplace.submitMenu(eveningMenu(raisePrices));
    expect(marketplace.submitMenu(eveningMenu(raisePrices))).toMatchObject({
      status: 200,
      body: { status: 'unchanged', menu_version: body.menu_version, stores: [{ changed: false }] },
    });
  });

  it('reports a change when an item is unavailable, and the submission makes the item available', async () => {
    const { id, items } = marketplace.createOrder({ scenario: 'item_unavailable' });
    marketplace.setStatus(id, 'rejected', {
      reason_code: 'item_unavailable',
      unavailable_items: [{ line_id: 'line_1', available_quantity: 0, unavailable_until: null }],
    });
    expect(marketplace.submitMenu(eveningMenu())).toMatchObject({
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

describe('later submissions', () => {
  it('a later submission replaces a submission that is being published', async () => {
    const first = marketplace.submitMenu(eveningMenu(raisePrices)).body;
    await marketplace.advance(30 * second);
    const latest = marketplace.submitMenu(
      eveningMenu((menu) => void Object.assign(menu.items[1] as object, { name: 'Marinara' })),
    ).body;
    await marketplace.advance(10 * minute);
    expect(menuOf()).toMatchObject({ status: 'live', menu_version: latest.menu_version });
    expect(menuOf().menu_version).not.toBe(first.menu_version);
  });

  it('a later submission with the live content cancels a submission that is being published', async () => {
    marketplace.submitMenu(eveningMenu(raisePrices));
    const { status, body } = marketplace.submitMenu(eveningMenu());
    expect([status, body.stores]).toEqual([
      202,
      [{ store_id: amsterdam, changed: false, added: 0, updated: 0, removed: 0 }],
    ]);
    await marketplace.advance(10 * minute);
    expect(marketplace.submitMenu(eveningMenu()).body).toMatchObject({
      status: 'unchanged',
      menu_version: body.menu_version,
    });
  });
});
