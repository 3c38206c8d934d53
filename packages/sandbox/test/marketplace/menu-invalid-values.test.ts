import type { MenuSubmission } from '@delivery-api/marketplace-types';
import { expect, it } from 'vitest';
import { amsterdam, Marketplace, requestExample } from '../support/marketplace.ts';

interface Finding {
  code: string;
  pointer: string;
  severity: string;
}
type Change = (menu: MenuSubmission) => void;

/** Submits a changed evening menu. Returns the code and the pointer of each error and warning. */
function findings(change: Change): string[] {
  const menu = structuredClone(
    requestExample('submitMenu', 'submit_evening_menu'),
  ) as unknown as MenuSubmission;
  change(menu);
  const { body } = new Marketplace().submitMenu(menu as never);
  return (body.errors as unknown as Finding[]).map(({ code, pointer }) => `${code} ${pointer}`);
}
const set = (target: unknown, values: object): void => void Object.assign(target as object, values);
const price = { amount: 100, currency: 'EUR' };
const unknownAllergens = 'missing_allergen_info /items/6';

it('submitMenu reports every error of an item that has several invalid values', () => {
  const found = findings(({ items: [item] }) => {
    set(item?.price, { amount: -1, currency: 'USD' });
    set(item, { name: '', barcodes: ['not a GTIN', '8001620012346'] });
    set(item, { modifier_group_ids: ['base', 7, 'crust'] });
    item?.price_overrides?.push({ store_id: 'sto_other', price: { amount: -1, currency: 'EUR' } });
  });
  expect(found).toEqual([
    'pattern /items/0/barcodes/0',
    'type /items/0/modifier_group_ids/1',
    'min_length /items/0/name',
    'minimum /items/0/price/amount',
    'minimum /items/0/price_overrides/1/price/amount',
    'unknown_reference /items/0/modifier_group_ids/2',
    'unknown_reference /items/0/price_overrides/1/store_id',
    'currency_mismatch /items/0/price/currency',
    'barcode_invalid /items/0/barcodes/1',
    unknownAllergens,
  ]);
});

it('submitMenu checks the elements of an array even if the array violates the schema', () => {
  const found = findings(({ items: [item] }) =>
    set(item, { modifier_group_ids: ['crust', 'crust'] }),
  );
  expect(found).toContain('unique_items /items/0/modifier_group_ids');
  expect(found).toContain('unknown_reference /items/0/modifier_group_ids/1');
});

/** Menu changes that each cause exactly one error, with that error. */
const singleErrors: [error: string, change: Change][] = [
  ['type /items/12', ({ items }) => void items.push(null as never)],
  ['type /items/0/price', ({ items }) => set(items[0], { price: 5 })],
  ['required /items/0/price', ({ items }) => void delete (items[0] as { price?: object }).price],
  ['pattern /items/0/price/currency', ({ items }) => set(items[0]?.price, { currency: 'eur' })],
  ['type /items/0/allergens', ({ items }) => set(items[0], { allergens: 'milk' })],
  ['type /items/0/barcodes', ({ items }) => set(items[0], { barcodes: '8001620012346' })],
  [
    'required /items/0/price_overrides/1/store_id',
    ({ items: [item] }) => void item?.price_overrides?.push({ price } as never),
  ],
  [
    'enum /items/0/price_overrides/0/fulfillment_type',
    ({ items }) => {
      const store_id = amsterdam;
      const overrides = [
        { price, store_id, fulfillment_type: 'drone' },
        { price, store_id },
      ];
      set(items[0], { price_overrides: overrides });
    },
  ],
  [
    'required /items/7/bundle_items/0/item_id',
    ({ items }) => set(items[7]?.bundle_items, [{ quantity: 1 }]),
  ],
  [
    'enum /items/10/availability/state',
    ({ items }) => {
      set(items[10], { availability: { state: 'gone' } });
      set(items[11], { availability: { state: 'hidden' } });
    },
  ],
  [
    'type /modifier_groups/0/min_selections',
    ({ modifier_groups: [group] }) => set(group, { min_selections: 'one' }),
  ],
  [
    'minimum /modifier_groups/0/max_selections',
    ({ modifier_groups: [group] }) => set(group, { max_selections: -1 }),
  ],
  [
    'type /modifier_groups/1/max_per_modifier',
    ({ modifier_groups: [, group] }) => {
      set(group, { max_per_modifier: 'two' });
      set(group?.modifiers[0], { default_quantity: 2 });
    },
  ],
  [
    'type /modifier_groups/0/modifiers/0/default_quantity',
    ({ modifier_groups: [group] }) => set(group?.modifiers[0], { default_quantity: 'one' }),
  ],
  [
    'type /modifier_groups/0/modifiers/0',
    ({ modifier_groups: [group] }) => set(group?.modifiers, [7]),
  ],
  [
    'pattern /menus/0/availability/0/opens',
    ({ menus: [menu] }) => set(menu?.availability?.[0], { opens: '25:00' }),
  ],
  ['type /menus/0/availability/0', ({ menus: [menu] }) => set(menu?.availability, ['always'])],
];

it.each(singleErrors)('an invalid value causes only the error %s', (error, change) => {
  const errors = findings(change).filter((one) => one !== unknownAllergens);
  expect(errors.filter((one) => !one.startsWith('orphan_entity'))).toEqual([error]);
});
