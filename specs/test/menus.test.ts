import { describe, expect, it } from 'vitest';
import { resolvePointer } from '../contract/index.ts';
import type { Json, JsonObject } from '../contract/model.ts';
import { contracts, instancesOf, shown } from './support/contracts.ts';

interface Entity {
  id: string;
}
interface Menu {
  reference?: string;
  store_ids: string[];
  menus: (Entity & { category_ids: string[] })[];
  categories: (Entity & { item_ids: string[] })[];
  items: (Entity & {
    modifier_group_ids?: string[];
    bundle_items?: { item_id: string }[];
    barcodes?: string[];
  })[];
  modifier_groups?: (Entity & {
    min_selections: number;
    max_selections: number;
    modifiers: { item_id: string }[];
  })[];
}
interface Line {
  item_id: string;
  group_id?: string;
  menu_version?: string;
  modifiers: Line[];
}

const examples = contracts
  .flatMap((contract) => shown(contract))
  .filter(({ owner }) => owner === 'submitMenu');
const submitted = examples
  .filter(
    ({ kind, example }) => kind === 'request' && (example.value as JsonObject).type === 'menu',
  )
  .map(({ place, example }) => [place, example.value as unknown as Menu] as const);
const reports = examples
  .filter(({ kind }) => kind === 'response')
  .map(({ place, example }) => [place, example.value as JsonObject] as const);
const menuOf = (reference: Json | undefined): Menu | undefined =>
  submitted.find(([, menu]) => menu.reference === reference)?.[1];

const lists = {
  menu: 'menus',
  category: 'categories',
  item: 'items',
  modifier_group: 'modifier_groups',
} as const;
const ids = (entities: Entity[] = []): string[] => entities.map(({ id }) => id);

describe.each(submitted)('the menu of %s', (_, menu) => {
  it('each entity list of an example menu has unique IDs', () => {
    for (const list of Object.values(lists))
      expect(new Set(ids(menu[list])).size, list).toBe(ids(menu[list]).length);
  });

  it('each example menu refers only to entities that it contains', () => {
    const groups = menu.modifier_groups ?? [];
    expect(ids(menu.categories)).toEqual(
      expect.arrayContaining(menu.menus.flatMap(({ category_ids }) => category_ids)),
    );
    expect(ids(menu.items)).toEqual(
      expect.arrayContaining([
        ...menu.categories.flatMap(({ item_ids }) => item_ids),
        ...menu.items.flatMap(({ bundle_items = [] }) =>
          bundle_items.map(({ item_id }) => item_id),
        ),
        ...groups.flatMap(({ modifiers }) => modifiers.map(({ item_id }) => item_id)),
      ]),
    );
    expect(ids(groups)).toEqual(
      expect.arrayContaining(
        menu.items.flatMap(({ modifier_group_ids = [] }) => modifier_group_ids),
      ),
    );
  });

  it('no modifier group of an example menu has a minimum above its maximum', () => {
    for (const { id, min_selections, max_selections } of menu.modifier_groups ?? [])
      expect(min_selections, id).toBeLessThanOrEqual(max_selections);
  });

  it('each barcode in an example menu has a valid check digit', () => {
    for (const barcode of menu.items.flatMap(({ barcodes = [] }) => barcodes)) {
      const digits = [...barcode].reverse().map(Number);
      expect(
        digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0) % 10,
        barcode,
      ).toBe(0);
    }
  });
});

describe.each(reports.filter(([, { reference }]) => menuOf(reference) !== undefined))(
  'the report of %s',
  (_, report) => {
    const menu = menuOf(report.reference) as Menu;

    it('a menu report contains the number of entities of each type in the submission', () => {
      expect(report.counts).toEqual(
        Object.fromEntries(Object.values(lists).map((list) => [list, menu[list]?.length ?? 0])),
      );
    });

    it('a menu report lists consistent changes for exactly the stores in the submission', () => {
      const stores = report.stores as {
        store_id: string;
        changed: boolean;
        added: number;
        updated: number;
        removed: number;
      }[];
      expect(stores.map(({ store_id }) => store_id)).toEqual(menu.store_ids);
      const total = Object.values(lists).reduce((sum, list) => sum + (menu[list]?.length ?? 0), 0);
      for (const { changed, added, updated, removed } of stores) {
        expect(changed).toBe(added + updated + removed > 0);
        expect(added + updated).toBeLessThanOrEqual(total);
      }
    });

    it('a menu report contains warnings whose pointers lead to their entities', () => {
      for (const { pointer: place, entity_type, entity_id } of report.warnings as {
        pointer: string;
        entity_type: keyof typeof lists;
        entity_id: string;
      }[]) {
        expect(place.startsWith(`/${lists[entity_type]}/`), place).toBe(true);
        expect(resolvePointer(menu as unknown as Json, `#${place}`), place).toMatchObject({
          id: entity_id,
        });
      }
    });
  },
);

it('each example menu has a report', () => {
  expect(
    submitted
      .filter(([, { reference }]) => !reports.some(([, report]) => report.reference === reference))
      .map(([place]) => place),
  ).toEqual([]);
});

const versions = new Map(
  reports
    .map(([, report]) => [report.menu_version, menuOf(report.reference)] as const)
    .filter(([version, menu]) => version !== undefined && menu !== undefined),
);
const orders = contracts.flatMap((contract) => instancesOf(contract, 'Order'));
const lines = orders
  .flatMap(({ place, value }) =>
    (value.items as unknown as Line[]).map((line) => [`${place} ${line.item_id}`, line] as const),
  )
  .filter(([, line]) => versions.has(line.menu_version));

it.each(lines)('the menu offers the ordered item and its modifiers: %s', (_, line) => {
  const menu = versions.get(line.menu_version) as Menu;
  const check = ({ item_id, modifiers }: Line): void => {
    const item = menu.items.find(({ id }) => id === item_id);
    expect(item, item_id).toBeDefined();
    for (const modifier of modifiers) {
      expect(item?.modifier_group_ids, modifier.item_id).toContain(modifier.group_id);
      const group = menu.modifier_groups?.find(({ id }) => id === modifier.group_id);
      expect(group?.modifiers.map((one) => one.item_id)).toContain(modifier.item_id);
      check(modifier);
    }
  };
  check(line);
});
