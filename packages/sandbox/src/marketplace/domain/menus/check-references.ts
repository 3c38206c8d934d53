import type { ListName, Placed, Report } from './finding.ts';
import type { SubmissionIndex } from './submission-index.ts';
import { validEntries } from './valid-parts.ts';

/** Checks for duplicate IDs and for references to entities that do not exist. */
export function checkReferences(
  { menus, categories, items, groups, ids }: SubmissionIndex,
  storeIds: readonly string[],
  report: Report,
): void {
  for (const place of [...menus, ...categories, ...items, ...groups]) {
    const { list, index, entity } = place;
    const first = entity.id === undefined ? undefined : ids[list].get(entity.id);
    if (first === undefined || first >= index) continue;
    const message = `must be unique; /${list}/${first} also has the ID ${entity.id}`;
    report(place, '/id', 'duplicate_id', message);
  }
  const check = (place: Placed, within: string, list: ListName, id: string | undefined): void => {
    if (id === undefined || ids[list].has(id)) return;
    report(place, within, 'unknown_reference', `no ${entityNames[list]} has the ID ${id}`);
  };
  for (const place of menus) {
    for (const [index, id] of validEntries(place.entity.category_ids))
      check(place, `/category_ids/${index}`, 'categories', id);
  }
  for (const place of categories) {
    for (const [index, id] of validEntries(place.entity.item_ids))
      check(place, `/item_ids/${index}`, 'items', id);
  }
  for (const place of items) {
    const { modifier_group_ids, bundle_items, price_overrides } = place.entity;
    for (const [index, id] of validEntries(modifier_group_ids))
      check(place, `/modifier_group_ids/${index}`, 'modifier_groups', id);
    for (const [index, { item_id }] of validEntries(bundle_items))
      check(place, `/bundle_items/${index}/item_id`, 'items', item_id);
    for (const [index, { store_id: id }] of validEntries(price_overrides)) {
      if (id === undefined || storeIds.includes(id)) continue;
      const message = `must be one of store_ids; got ${id}`;
      report(place, `/price_overrides/${index}/store_id`, 'unknown_reference', message);
    }
  }
  for (const place of groups) {
    for (const [index, { item_id }] of validEntries(place.entity.modifiers))
      check(place, `/modifiers/${index}/item_id`, 'items', item_id);
  }
}

const entityNames: Readonly<Record<ListName, string>> = {
  menus: 'menu',
  categories: 'category',
  items: 'item',
  modifier_groups: 'modifier group',
};

/** Reports a warning for each category, item or modifier group to which no entity refers. */
export function warnOfOrphans(
  { categories, items, groups, references }: SubmissionIndex,
  report: Report,
): void {
  const { categoriesInMenus, groupsOfItems } = references;
  const { itemsInCategories, itemsInGroups, itemsInBundles } = references;
  const warn = (place: Placed, message: string, ...referred: ReadonlySet<string>[]): void => {
    const { id } = place.entity;
    if (id !== undefined && !referred.some((ids) => ids.has(id)))
      report(place, '', 'orphan_entity', `${message} ${id}`);
  };
  for (const place of categories) warn(place, 'no menu contains the category', categoriesInMenus);
  for (const place of items) {
    const message = 'no category or modifier group contains the item';
    warn(place, message, itemsInCategories, itemsInGroups, itemsInBundles);
  }
  for (const place of groups) warn(place, 'no item uses the modifier group', groupsOfItems);
}
