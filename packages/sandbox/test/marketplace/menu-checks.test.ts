import type { SubmitMenuRequest } from '@delivery-api/marketplace-types';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { isGtin } from '../../src/marketplace/domain/menus/check-items.ts';
import {
  amsterdam,
  austin,
  contract,
  Marketplace,
  requestExample,
  type TestResponse,
} from '../support/marketplace.ts';
import { runs } from '../support/runs.ts';

let marketplace: Marketplace;
beforeEach(() => {
  marketplace = new Marketplace();
});

type Loose = Record<string, never> & SubmitMenuRequest;
const menu = (change: (menu: Loose) => void = () => {}): Loose => {
  const copy = structuredClone(
    requestExample('submitMenu', 'submit_evening_menu'),
  ) as unknown as Loose;
  change(copy);
  return copy;
};
const judged = (change: (menu: Loose) => void): TestResponse =>
  marketplace.submitMenu(menu(change));
const errors = ({ body }: TestResponse): object[] => body.errors as object[];
const eur = (amount: number) => ({ amount, currency: 'EUR' });

/**
 * Each error that a report can have: what is done to the winter menu, and where it has to be found.
 */
const mistakes: [code: string, change: (menu: Loose) => void, pointer: string, entity: string][] = [
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
  [
    'price_override_ambiguous',
    ({ items: [item] }) => void item?.price_overrides?.push({ price: eur(1) }),
    '/items/0/price_overrides/1',
    'margherita',
  ],
];

describe('a menu with one mistake', () => {
  it.each(mistakes)('%s (%#) is refused at the place', (code, change, pointer, entity_id) => {
    const answer = judged(change);
    expect(answer).toMatchObject({ status: 422, body: { code: 'menu_invalid' } });
    expect(errors(answer)).toContainEqual(
      expect.objectContaining({ code, pointer, severity: 'error', entity_id }),
    );
  });

  it('covers every error that the contract knows', () => {
    const described = contract.schemas.get('MenuFindingCode')?.['x-enumDescriptions'] as Record<
      string,
      string
    >;
    const known = Object.keys(described).filter((code) => described[code]?.startsWith('Error'));
    expect([...new Set([...mistakes.map(([code]) => code), 'modifiers_too_deep'])].sort()).toEqual(
      known.sort(),
    );
  });

  it('modifiers_too_deep: at the item that is ordered, five levels down', () => {
    const chain = (levels: number) =>
      judged(({ items, modifier_groups, categories }) => {
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

  it('circular_modifier: not where two ways lead to the same modifier', () => {
    const answer = judged(({ items, categories, modifier_groups }) => {
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
    expect(answer.status).toBe(202);
  });

  it('currency_mismatch: a menu in another currency than a store', () => {
    const answer = judged((one) => void one.store_ids.push(austin));
    expect(errors(answer)[0]).toEqual({
      code: 'currency_mismatch',
      pointer: '/store_ids/1',
      severity: 'error',
      message: 'sells in USD, but the menu is in EUR',
    });
  });
});

describe('a menu with many mistakes', () => {
  it('is refused with all of them at once, in form and in sense, and changes nothing', () => {
    const before = marketplace.store(amsterdam);
    const answer = judged(({ items, categories, menus }) => {
      Object.assign(items[3] as object, { price: { amount: -1, currency: 'EUR' } });
      Object.assign(items[5] as object, { tax: { rate: 'nine' }, colour: 'brown' });
      items.push({ id: 'truffle-oil', name: 'Truffle oil', price: eur(100), allergens: [] });
      categories[1]?.item_ids.push('calzone');
      menus[0]?.availability?.push({ day: 'friday', opens: '11:00', closes: '12:30' });
    });
    expect(errors(answer)).toEqual([
      expect.objectContaining({
        pointer: '/items/3/price/amount',
        code: 'minimum',
        severity: 'error',
        entity_type: 'item',
        entity_id: 'focaccia',
      }),
      expect.objectContaining({
        pointer: '/items/5/colour',
        code: 'additional_properties',
        entity_id: 'cappuccino',
      }),
      expect.objectContaining({
        pointer: '/items/5/tax/rate',
        code: 'pattern',
        entity_id: 'cappuccino',
      }),
      expect.objectContaining({
        pointer: '/categories/1/item_ids/3',
        code: 'unknown_reference',
        message: 'no item has the id calzone',
        entity_type: 'category',
      }),
      expect.objectContaining({
        pointer: '/menus/0/availability/4',
        code: 'availability_overlap',
        message: 'overlaps with /menus/0/availability/3',
      }),
      expect.objectContaining({
        pointer: '/items/12',
        code: 'orphan_entity',
        severity: 'warning',
        entity_id: 'truffle-oil',
      }),
      expect.objectContaining({
        pointer: '/items/6',
        code: 'missing_allergen_info',
        severity: 'warning',
        entity_id: 'ipa',
      }),
    ]);
    expect(answer.body.detail).toBe('5 errors and 2 warnings in 21 entities. Nothing was changed.');
    expect(marketplace.store(amsterdam)).toEqual(before);
  });

  it('is refused with the first thousand, and says so', () => {
    const answer = judged(({ items }) => {
      for (let index = 0; index < 1_200; index++)
        items.push({ id: 'same', name: 'Same', price: eur(1) });
    });
    expect(errors(answer)).toHaveLength(1_000);
    expect(answer.body).toMatchObject({
      errors_truncated: true,
      detail: expect.stringContaining('1199 errors'),
    });
  });

  it('outside of the lists is refused for that alone', () => {
    const answer = judged((one) => {
      Object.assign(one, { store_ids: [], dry_run: true, currency: 'Eur' });
      Object.assign(one.items[0] as object, { price: 5 });
    });
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        detail: '3 things are wrong outside of the lists of entities, which were not looked at.',
      },
    });
    expect(errors(answer).map((one) => (one as { pointer: string }).pointer)).toEqual([
      '/currency',
      '/dry_run',
      '/store_ids',
    ]);
  });

  it('never fails to be judged, whatever stands in its lists', () => {
    const anything = fc.oneof(
      fc.constantFrom(null, 5, 'text', [], {}),
      fc.record(
        {
          id: fc.constantFrom('margherita', 'x', 7),
          item_ids: fc.constantFrom([], ['x'], 'y', [3]),
          modifiers: fc.constantFrom(null, [{}], [{ item_id: 'x' }]),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(
        fc.constantFrom('menus', 'categories', 'items', 'modifier_groups'),
        anything,
        (list, value) => {
          const answer = judged((one) => void (one[list as 'items'] as unknown[]).push(value));
          expect(answer).toMatchObject({ status: 422, body: { code: 'menu_invalid' } });
        },
      ),
      runs(60),
    );
  });
});

describe('warnings', () => {
  const warned = (change: (menu: Loose) => void): unknown[] =>
    (judged(change).body.warnings as { code: string; pointer: string }[]).map(
      ({ code, pointer }) => [code, pointer],
    );
  const usual = ['missing_allergen_info', '/items/6'];

  it.each<[string, (menu: Loose) => void, unknown[]]>([
    [
      'of items that nothing names',
      ({ items }) => void items.push({ id: 'x', name: 'X', price: eur(1), allergens: [] }),
      [['orphan_entity', '/items/12']],
    ],
    [
      'of categories that no menu shows',
      ({ categories }) => void categories.push({ id: 'x', name: 'X', item_ids: ['tiramisu'] }),
      [['orphan_entity', '/categories/4']],
    ],
    [
      'of groups that no item asks',
      ({ items }) => {
        for (const item of items) delete item.modifier_group_ids;
      },
      [
        ['orphan_entity', '/modifier_groups/0'],
        ['orphan_entity', '/modifier_groups/1'],
      ],
    ],
  ])('%s', (_, change, expected) => {
    expect(warned(change)).toEqual([...expected, usual]);
  });

  it('of languages of the store that are missing', () => {
    const { id, ...store } = marketplace.store(amsterdam);
    marketplace.behavior.reset({ stores: [{ id, ...store, locales: ['nl-NL', 'en-GB'] }] });
    const codes = (warned(() => {}) as [string, string][])
      .filter(([code]) => code === 'missing_translation')
      .map(([, pointer]) => pointer);
    expect(codes).toContain('/menus/0');
    expect(codes).not.toContain('/menus/1');
    expect(codes).not.toContain('/items/0');
    expect(codes).toContain('/modifier_groups/1');
  });

  it('are at most a thousand, and say when there were more', () => {
    const { body } = judged(({ items }) => {
      for (let index = 0; index < 1_100; index++)
        items.push({ id: `x-${index}`, name: 'X', price: eur(1), allergens: [] });
    });
    expect(body).toMatchObject({ status: 'publishing', warnings_truncated: true });
    expect(body.warnings).toHaveLength(1_000);
  });
});

it('the check digit of a GTIN is the one that makes the weighted sum a multiple of ten', () => {
  fc.assert(
    fc.property(fc.constantFrom(7, 11, 12, 13), fc.nat(), (length, number) => {
      const digits = String(number).padStart(length, '0').slice(-length);
      expect([...'0123456789'].filter((last) => isGtin(digits + last))).toHaveLength(1);
    }),
  );
  expect(['8001620012345', '96385074', '4006381333931', '036000291452'].map(isGtin)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});
