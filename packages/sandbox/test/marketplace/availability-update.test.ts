import type { AvailabilityUpdate, MenuSubmission } from '@delivery-api/marketplace-types';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  amsterdam,
  athens,
  hour,
  Marketplace,
  minute,
  requestExample,
  responseExample,
  rotterdam,
  start,
  type TestResponse,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

type Items = AvailabilityUpdate['items'];

const update = (items: unknown, store_ids: string[] = [amsterdam]): TestResponse =>
  marketplace.submitMenu({ type: 'availability', store_ids, items } as never);
const soldOut = (...ids: string[]): Items =>
  ids.map((id) => ({ id, availability: { state: 'unavailable' } }));
const available = (...ids: string[]): Items =>
  ids.map((id) => ({ id, availability: { state: 'available' } }));
const isoAt = (time: number): string => new Date(time).toISOString();

/** Returns the item IDs in 60 generated orders, which very likely contain every available item. */
const ordered = (store = amsterdam): Set<string> => {
  const orders = Array.from({ length: 60 }, () => marketplace.createOrder({ store_id: store }));
  return new Set(orders.flatMap(({ items }) => items.map(({ item_id }) => item_id)));
};
/** Returns a copy of the live menu of the Amsterdam store. */
function eveningMenu(): MenuSubmission {
  const menu = requestExample('submitMenu', 'submit_evening_menu');
  return structuredClone(menu) as unknown as MenuSubmission;
}
const itemIds = (): string[] => eveningMenu().items.map(({ id }) => id);

describe('availability updates', () => {
  it('an availability update returns the example response of the contract', () => {
    const { status, body } = marketplace.submitMenu(
      requestExample('submitMenu', 'sell_out_until_tomorrow'),
    );
    const example = responseExample('submitMenu', 'availability_updated');
    expect(status).toBe(200);
    expect(body).toEqual({ ...example, received_at: isoAt(start) });
  });

  it.each(['unavailable', 'hidden'] as const)(
    'an availability update excludes an item with the state %s from new orders',
    (state) => {
      expect(ordered()).toContain('margherita');
      update([{ id: 'margherita', availability: { state } }]);
      expect(ordered()).not.toContain('margherita');
      update(available('margherita'));
      expect(ordered()).toContain('margherita');
    },
  );

  it('an availability update with an end time applies only until that time', async () => {
    const until = isoAt(start + hour);
    update([{ id: 'margherita', availability: { state: 'unavailable', until } }]);
    await marketplace.advance(hour - 1);
    expect(ordered()).not.toContain('margherita');
    await marketplace.advance(1);
    expect(ordered()).toContain('margherita');
  });

  it('an availability update changes neither the menu version nor the revision of the store', () => {
    const { menu, revision } = marketplace.store(amsterdam);
    update(soldOut('margherita'));
    expect(marketplace.store(amsterdam)).toMatchObject({ menu, revision });
  });

  it('an availability update also applies to a menu that is being published', async () => {
    const menu = eveningMenu();
    menu.items[0] = { ...menu.items[0], name: 'Margherita DOP' } as MenuSubmission['items'][0];
    expect(marketplace.submitMenu(menu as never).status).toBe(202);
    update(soldOut('margherita'));
    await marketplace.advance(5 * minute);
    expect(marketplace.store(amsterdam).menu.status).toBe('live');
    expect(ordered()).not.toContain('margherita');
  });

  it('an availability update accepts an item that is only in the menu that is being published', () => {
    const menu = eveningMenu();
    const price = { amount: 500, currency: 'EUR' };
    menu.items.push({ id: 'focaccia', name: 'Focaccia', price, allergens: [] });
    menu.categories[0]?.item_ids.push('focaccia');
    marketplace.submitMenu(menu as never);
    expect(update(soldOut('focaccia')).status).toBe(200);
  });

  it('the next menu submission ends an availability update, even if the menu is the same', async () => {
    update(soldOut('margherita'));
    const menu = requestExample('submitMenu', 'submit_evening_menu');
    expect(marketplace.submitMenu(menu).body).toMatchObject({
      status: 'publishing',
      stores: [{ changed: true, added: 0, updated: 1, removed: 0 }],
    });
    await marketplace.advance(5 * minute);
    expect(ordered()).toContain('margherita');
  });

  it('an availability update makes an item available that the menu declares as unavailable', async () => {
    const menu = eveningMenu();
    const [item] = menu.items;
    if (item !== undefined) item.availability = { state: 'unavailable' };
    marketplace.submitMenu(menu as never);
    await marketplace.advance(5 * minute);
    expect(ordered()).not.toContain('margherita');
    expect(update(available('margherita')).body).toMatchObject({ stores: [{ updated: 1 }] });
    expect(ordered()).toContain('margherita');
  });

  it('an availability update replaces the availability from unavailable_items of a rejected order', () => {
    const { id, items } = marketplace.createOrder({
      order: { store_id: amsterdam, items: [{ item_id: 'margherita' }] },
    });
    marketplace.setStatus(id, 'rejected', {
      reason_code: 'item_unavailable',
      unavailable_items: [
        { line_id: items[0]?.line_id ?? '', available_quantity: 0, unavailable_until: null },
      ],
    });
    expect(ordered()).not.toContain('margherita');
    expect(update(available('margherita')).body).toMatchObject({ stores: [{ updated: 1 }] });
    expect(ordered()).toContain('margherita');
  });

  it('an availability update counts only changed items as updated', () => {
    expect(update(soldOut('margherita')).body).toMatchObject({
      counts: { items: 1 },
      stores: [{ changed: true, updated: 1 }],
    });
    expect(update([...soldOut('margherita'), ...available('tiramisu')]).body).toMatchObject({
      counts: { items: 2 },
      stores: [{ changed: false, updated: 0 }],
    });
  });

  it('an availability update with more than 1,000 items is rejected', () => {
    const ids = itemIds();
    const many = Array.from({ length: 1_001 }, (_, index) => ({
      id: ids[index] ?? `unknown-${index}`,
      availability: { state: 'hidden' },
    }));
    expect(update(many).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/items', code: 'max_items' }],
    });
  });
});

describe('a rejected availability update', () => {
  it('reports every unknown item of every store, and changes no store', () => {
    const { status, body } = update(soldOut('margherita', 'pizza-x'), [amsterdam, athens]);
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'menu_invalid' });
    const known = (body.errors as { pointer: string; message: string }[]).map(
      ({ pointer, message }) => `${pointer} ${message}`,
    );
    expect(known).toEqual(
      expect.arrayContaining([
        `/items/0/id no item of the store ${athens} has the ID margherita`,
        `/items/1/id no item of the store ${amsterdam} has the ID pizza-x`,
        `/items/1/id no item of the store ${athens} has the ID pizza-x`,
      ]),
    );
    expect(known).toHaveLength(3);
    expect(ordered()).toContain('margherita');
  });

  it('reports every item as unknown for a store without a menu', () => {
    expect(update(soldOut('margherita'), [rotterdam]).body).toMatchObject({
      code: 'menu_invalid',
      errors: [{ pointer: '/items/0/id', code: 'unknown_reference', entity_id: 'margherita' }],
    });
  });

  it.each([
    ['a duplicate ID', soldOut('margherita', 'margherita'), '/items/1/id', 'duplicate_id'],
    [
      'an unknown state',
      [{ id: 'margherita', availability: { state: 'gone' } }],
      '/items/0/availability/state',
      'enum',
    ],
    [
      'an end time for the state available',
      [{ id: 'margherita', availability: { state: 'available', until: '2026-11-21T06:00:00Z' } }],
      '/items/0/availability',
      'not',
    ],
    [
      'a field that only menu items have',
      [{ id: 'margherita', name: 'Pizza', availability: { state: 'hidden' } }],
      '/items/0/name',
      'additional_properties',
    ],
  ])('reports %s with its location and item', (_, items, pointer, code) => {
    const { body } = update(items);
    expect(body).toMatchObject({
      code: 'menu_invalid',
      errors: [{ pointer, code, severity: 'error', entity_type: 'item', entity_id: 'margherita' }],
    });
  });

  it('reports fields of a menu submission as unknown', () => {
    const request = { type: 'availability', store_ids: [amsterdam], items: soldOut('margherita') };
    const { body } = marketplace.submitMenu({ ...request, currency: 'EUR', menus: [] } as never);
    expect(body).toMatchObject({
      code: 'validation_failed',
      errors: [
        { pointer: '/currency', code: 'additional_properties' },
        { pointer: '/menus', code: 'additional_properties' },
      ],
    });
  });

  it('returns 404 for an unknown store, and changes no store', () => {
    expect(update(soldOut('margherita'), [amsterdam, 'sto_NOTHERE1']).body).toMatchObject({
      code: 'store_not_found',
    });
    expect(ordered()).toContain('margherita');
  });

  it('returns 404 for an unknown store even if the update also contains an unknown item', () => {
    expect(update(soldOut('pizza-none'), [amsterdam, 'sto_NOTHERE1']).body).toMatchObject({
      code: 'store_not_found',
    });
  });
});

describe('submission type', () => {
  it.each([
    ['is missing', {}, 'required'],
    ['is unknown', { type: 'item' }, 'enum'],
    ['is not a string', { type: 5 }, 'enum'],
  ])('the submission type is the only field with errors when it %s', (_, type, code) => {
    const { body } = marketplace.submitMenu({ ...type, store_ids: 5, items: 'x' } as never);
    const errors = body.errors as { pointer: string; code: string }[];
    expect(body.code).toBe('validation_failed');
    expect(errors.map(({ pointer }) => pointer)).toEqual(errors.map(() => '/type'));
    expect(errors.map((error) => error.code)).toContain(code);
  });
});
