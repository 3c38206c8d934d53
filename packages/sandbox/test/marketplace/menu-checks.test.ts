import type { MenuSubmission } from '@delivery-api/marketplace-types';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { isGtin } from '../../src/marketplace/domain/menus/check-items.ts';
import {
  amsterdam,
  Marketplace,
  requestExample,
  type TestResponse,
} from '../support/marketplace.ts';
import { runs } from '../support/runs.ts';

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

describe('a menu with many errors', () => {
  it('reports all errors at once and changes nothing', () => {
    const before = marketplace.store(amsterdam);
    const response = submitWith(({ items, categories, menus }) => {
      Object.assign(items[3] as object, { price: { amount: -1, currency: 'EUR' } });
      Object.assign(items[5] as object, { tax: { rate: 'nine' }, colour: 'brown' });
      items.push({ id: 'truffle-oil', name: 'Truffle oil', price: eur(100), allergens: [] });
      categories[1]?.item_ids.push('calzone');
      menus[0]?.availability?.push({ day: 'friday', opens: '11:00', closes: '12:30' });
    });
    expect(errors(response)).toEqual([
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
        message: 'no item has the ID calzone',
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
    expect(response.body.detail).toBe(
      'The menu of 21 entities has 5 errors and 2 warnings. The live menus are unchanged.',
    );
    expect(marketplace.store(amsterdam)).toEqual(before);
  });

  it('reports the first 1,000 errors, and sets errors_truncated', () => {
    const response = submitWith(({ items }) => {
      for (let index = 0; index < 1_200; index++)
        items.push({ id: 'same', name: 'Same', price: eur(1) });
    });
    expect(errors(response)).toHaveLength(1_000);
    expect(response.body).toMatchObject({
      errors_truncated: true,
      detail: expect.stringContaining('1199 errors'),
    });
  });

  it('reports only the errors outside menus, categories, items and modifier_groups if there are any', () => {
    const response = submitWith((one) => {
      Object.assign(one, { store_ids: [], dry_run: true, currency: 'Eur' });
      Object.assign(one.items[0] as object, { price: 5 });
    });
    expect(response).toMatchObject({
      status: 422,
      body: {
        code: 'validation_failed',
        detail:
          '3 errors; `errors` lists them. The first: /currency must match the pattern ^[A-Z]{3}$, such as EUR.',
      },
    });
    expect(errors(response).map((one) => (one as { pointer: string }).pointer)).toEqual([
      '/currency',
      '/dry_run',
      '/store_ids',
    ]);
  });

  it('returns menu_invalid for a menu with a random invalid element in an array', () => {
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
          const response = submitWith(
            (one) => void (one[list as 'items'] as unknown[]).push(value),
          );
          expect(response).toMatchObject({ status: 422, body: { code: 'menu_invalid' } });
        },
      ),
      runs(60),
    );
  });
});

describe('warnings', () => {
  const warned = (change: (menu: Draft) => void): unknown[] =>
    (submitWith(change).body.warnings as { code: string; pointer: string }[]).map(
      ({ code, pointer }) => [code, pointer],
    );
  const usual = ['missing_allergen_info', '/items/6'];

  it.each<[string, (menu: Draft) => void, unknown[]]>([
    [
      'report items that nothing references',
      ({ items }) => void items.push({ id: 'x', name: 'X', price: eur(1), allergens: [] }),
      [['orphan_entity', '/items/12']],
    ],
    [
      'report categories that no menu contains',
      ({ categories }) => void categories.push({ id: 'x', name: 'X', item_ids: ['tiramisu'] }),
      [['orphan_entity', '/categories/4']],
    ],
    [
      'report modifier groups that no item uses',
      ({ items }) => {
        for (const item of items) delete item.modifier_group_ids;
      },
      [
        ['orphan_entity', '/modifier_groups/0'],
        ['orphan_entity', '/modifier_groups/1'],
      ],
    ],
  ])('warnings %s', (_, change, expected) => {
    expect(warned(change)).toEqual([...expected, usual]);
  });

  it('warnings report missing translations for the languages of the store', () => {
    const { id, ...store } = marketplace.store(amsterdam);
    marketplace.behavior.load({ stores: [{ id, ...store, locales: ['nl-NL', 'en-GB'] }] });
    const codes = (warned(() => {}) as [string, string][])
      .filter(([code]) => code === 'missing_translation')
      .map(([, pointer]) => pointer);
    expect(codes).toContain('/menus/0');
    expect(codes).not.toContain('/menus/1');
    expect(codes).not.toContain('/items/0');
    expect(codes).toContain('/modifier_groups/1');
  });

  it('warnings are limited to 1,000, and warnings_truncated is set if there are more', () => {
    const { body } = submitWith(({ items }) => {
      for (let index = 0; index < 1_100; index++)
        items.push({ id: `x-${index}`, name: 'X', price: eur(1), allergens: [] });
    });
    expect(body).toMatchObject({ status: 'publishing', warnings_truncated: true });
    expect(body.warnings).toHaveLength(1_000);
  });
});

it('a GTIN is valid with exactly one check digit', () => {
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
