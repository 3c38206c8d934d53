import type { MenuSubmission } from '@delivery-api/marketplace-types';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  austin,
  contract,
  Marketplace,
  requestExample,
  type TestResponse,
} from '../support/marketplace.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

type Draft = Record<string, never> & MenuSubmission;
const menu = (change: (menu: Draft) => void = () => {}): Draft => {
  const copy = structuredClone(
    requestExample('submitMenu', 'submit_evening_menu'),
  ) as unknown as Draft;
  change(copy);
  return copy;
};
const submitWith = (change: (menu: Draft) => void): TestResponse =>
  marketplace.submitMenu(menu(change));
const errors = ({ body }: TestResponse): object[] => body.errors as object[];
const eur = (amount: number) => ({ amount, currency: 'EUR' });

/** Menu errors, each with a change to the evening menu that causes it. */
const errorCases: [code: string, change: (menu: Draft) => void, pointer: string, entity: string][] =
  [
    [
      'duplicate_id',
      ({ items }) => void items.push({ ...items[9], id: 'basil' } as never),
      '/items/12/id',
      'basil',
    ],
    ['duplicate_id', ({ menus }) => void menus.push(menus[0] as never), '/menus/2/id', 'lunch'],
    [
      'unknown_reference',
      ({ categories }) => void categories[1]?.item_ids.push('calzone'),
      '/categories/1/item_ids/3',
      'pizze',
    ],
    [
      'unknown_reference',
      ({ menus }) => void menus[0]?.category_ids.push('zuppe'),
      '/menus/0/category_ids/2',
      'lunch',
    ],
    [
      'unknown_reference',
      ({ items }) => void items[0]?.modifier_group_ids?.push('crust'),
      '/items/0/modifier_group_ids/2',
      'margherita',
    ],
    [
      'unknown_reference',
      ({ items }) => void items[7]?.bundle_items?.push({ item_id: 'water', quantity: 1 }),
      '/items/7/bundle_items/2/item_id',
      'pizza-menu',
    ],
    [
      'unknown_reference',
      ({ modifier_groups: [group] }) => void group?.modifiers.push({ item_id: 'spelt' }),
      '/modifier_groups/0/modifiers/2/item_id',
      'base',
    ],
    [
      'unknown_reference',
      ({ items: [item] }) => void item?.price_overrides?.push({ store_id: austin, price: eur(1) }),
      '/items/0/price_overrides/1/store_id',
      'margherita',
    ],
    [
      'circular_modifier',
      ({ items }) =>
        void Object.assign(items[9] as object, { modifier_group_ids: ['extra-toppings'] }),
      '/items/9',
      'basil',
    ],
    [
      'currency_mismatch',
      ({ items: [item] }) =>
        void Object.assign(item as object, { price: { amount: 1, currency: 'USD' } }),
      '/items/0/price/currency',
      'margherita',
    ],
    [
      'currency_mismatch',
      ({ items }) => void Object.assign(items[6]?.deposit as object, { currency: 'USD' }),
      '/items/6/deposit/currency',
      'ipa',
    ],
    [
      'currency_mismatch',
      ({ items: [item] }) => void Object.assign(item?.packaging_fee as object, { currency: 'USD' }),
      '/items/0/packaging_fee/currency',
      'margherita',
    ],
    [
      'currency_mismatch',
      ({ items }) =>
        void Object.assign(items[7]?.bundle_items?.[1]?.price as object, { currency: 'USD' }),
      '/items/7/bundle_items/1/price/currency',
      'pizza-menu',
    ],
    [
      'currency_mismatch',
      ({ items: [item] }) =>
        void Object.assign(item?.price_overrides?.[0]?.price as object, { currency: 'USD' }),
      '/items/0/price_overrides/0/price/currency',
      'margherita',
    ],
    [
      'currency_mismatch',
      ({ modifier_groups }) =>
        void Object.assign(modifier_groups[1]?.modifiers[1]?.price as object, { currency: 'USD' }),
      '/modifier_groups/1/modifiers/1/price/currency',
      'extra-toppings',
    ],
    [
      'selection_range_invalid',
      ({ modifier_groups }) =>
        void Object.assign(modifier_groups[0] as object, { min_selections: 2 }),
      '/modifier_groups/0/max_selections',
      'base',
    ],
    [
      'default_exceeds_max',
      ({ modifier_groups }) =>
        void Object.assign(modifier_groups[0]?.modifiers[0] as object, { default_quantity: 2 }),
      '/modifier_groups/0/modifiers/0/default_quantity',
      'base',
    ],
    [
      'default_exceeds_max',
      ({ modifier_groups }) =>
        void Object.assign(modifier_groups[0]?.modifiers[1] as object, { default_quantity: 1 }),
      '/modifier_groups/0/max_selections',
      'base',
    ],
    [
      'required_group_unavailable',
      ({ items }) =>
        void [10, 11].map((at) =>
          Object.assign(items[at] as object, { availability: { state: 'hidden' } }),
        ),
      '/modifier_groups/0',
      'base',
    ],
    [
      'availability_overlap',
      ({ menus: [one] }) =>
        void one?.availability?.splice(
          0,
          9,
          { day: 'sunday', opens: '22:00', closes: '03:00' },
          { day: 'monday', opens: '02:00', closes: '05:00' },
        ),
      '/menus/0/availability/1',
      'lunch',
    ],
    [
      'availability_overlap',
      ({ menus: [one] }) =>
        void one?.availability?.push({ day: 'friday', opens: '14:00', closes: '18:00' }),
      '/menus/0/availability/4',
      'lunch',
    ],
    [
      'availability_overlap',
      ({ menus: [one] }) =>
        void one?.availability?.push({ day: 'friday', opens: '10:00', closes: '10:00' }),
      '/menus/0/availability/4',
      'lunch',
    ],
    [
      'availability_too_short',
      ({ menus: [one] }) =>
        void one?.availability?.push({ day: 'monday', opens: '11:00', closes: '11:59' }),
      '/menus/0/availability/4',
      'lunch',
    ],
    [
      'barcode_invalid',
      ({ items }) => void items[4]?.barcodes?.push('8001620012346'),
      '/items/4/barcodes/1',
      'chinotto',
    ],
    [
      'price_override_ambiguous',
      ({ items: [item] }) =>
        void item?.price_overrides?.push({ fulfillment_type: 'pickup', price: eur(1) }),
      '/items/0/price_overrides/1',
      'margherita',
    ],
  ];

describe('a menu with one error', () => {
  it.each(errorCases)(
    'submitMenu reports %s (case %#) with its pointer and entity',
    (code, change, pointer, entity_id) => {
      const response = submitWith(change);
      expect(response).toMatchObject({ status: 422, body: { code: 'menu_invalid' } });
      expect(errors(response)).toContainEqual(
        expect.objectContaining({ code, pointer, severity: 'error', entity_id }),
      );
    },
  );

  it.each(errorCases)(
    'submitMenu reports %s (case %#) also for an entity that violates the schema',
    (code, change, pointer, entity_id) => {
      const [, list, index] = pointer.split('/') as [string, 'items', string];
      const result = submitWith((one) => {
        change(one);
        Object.assign(one[list][Number(index)] as object, { colour: 'brown' });
      });
      const violation = { code: 'additional_properties', pointer: `/${list}/${index}/colour` };
      expect(errors(result)).toContainEqual(expect.objectContaining({ ...violation, entity_id }));
      expect(errors(result)).toContainEqual(expect.objectContaining({ code, pointer, entity_id }));
    },
  );

  it('every menu error in the contract has a test case', () => {
    const described = contract.schemas.get('MenuFindingCode')?.['x-enumDescriptions'] as Record<
      string,
      string
    >;
    const known = Object.keys(described).filter((code) => described[code]?.startsWith('Error'));
    expect(
      [...new Set([...errorCases.map(([code]) => code), 'modifiers_too_deep'])].sort(),
    ).toEqual(known.sort());
  });

  it('reports modifiers_too_deep at the item that a category contains', () => {
    const chain = (levels: number) =>
      submitWith(({ items, modifier_groups, categories }) => {
        categories[1]?.item_ids.push('level-0');
        for (let level = 0; level <= levels; level++) {
          const groups = level < levels ? { modifier_group_ids: [`group-${level}`] } : {};
          items.push({
            id: `level-${level}`,
            name: `Level ${level}`,
            price: eur(0),
            allergens: [],
            ...groups,
          });
          if (level > 0)
            modifier_groups.push({
              id: `group-${level - 1}`,
              name: 'Group',
              min_selections: 0,
              max_selections: 1,
              modifiers: [{ item_id: `level-${level}` }],
            });
        }
      });
    expect(chain(4).status).toBe(202);
    expect(errors(chain(5))).toMatchObject([
      { code: 'modifiers_too_deep', pointer: '/items/12', entity_id: 'level-0' },
      { severity: 'warning' },
    ]);
  });

  it('does not report circular_modifier for a modifier that is reachable twice', () => {
    const response = submitWith(({ items, categories, modifier_groups }) => {
      const group = (id: string, ...chosen: string[]) => ({
        id,
        name: id,
        min_selections: 0,
        max_selections: 1,
        modifiers: chosen.map((item_id) => ({ item_id })),
      });
      const item = (id: string, ...groups: string[]) => ({
        id,
        name: id,
        price: eur(1),
        allergens: [],
        modifier_group_ids: groups,
      });
      categories[1]?.item_ids.push('top');
      items.push(item('top', 'sides'), item('left', 'ends'), item('right', 'ends'), item('end'));
      modifier_groups.push(group('sides', 'left', 'right'), group('ends', 'end'));
    });
    expect(response.status).toBe(202);
  });

  it('reports currency_mismatch for a menu whose currency differs from the currency of a store', () => {
    const response = submitWith((one) => void one.store_ids.push(austin));
    expect(errors(response)[0]).toEqual({
      code: 'currency_mismatch',
      pointer: '/store_ids/1',
      severity: 'error',
      message: 'the store sto_01JD4H3Y6ZRD uses USD, but the menu uses EUR',
    });
  });
});
