import type { ListName, Report, SubmittedEntity } from './finding.ts';
import type { SubmissionIndex } from './submission-index.ts';
import { validEntries } from './valid-parts.ts';

/**
 * Reports duplicate IDs, references to entities that are not in the submission, and price overrides
 * for stores that are not in `storeIds`.
 */
export function checkReferences(
  { menus, categories, items, groups, ids }: SubmissionIndex,
  storeIds: readonly string[],
  report: Report,
): void {
  for (const submitted of [...menus, ...categories, ...items, ...groups]) {
    const { list, index, entity } = submitted;
    const first = entity.id === undefined ? undefined : ids[list].get(entity.id);
    if (first === undefined || first >= index) continue;
    const message = `must be unique; /${list}/${first} also has the ID ${entity.id}`;
    report(submitted, '/id', 'duplicate_id', message);
  }
  const check = (
    submitted: SubmittedEntity,
    within: string,
    list: ListName,
    id: string | undefined,
  ): void => {
    if (id === undefined || ids[list].has(id)) return;
    report(submitted, within, 'unknown_reference', `no ${entityNames[list]} has the ID ${id}`);
  };
  for (const submitted of menus) {
    for (const [index, id] of validEntries(submitted.entity.category_ids))
      check(submitted, `/category_ids/${index}`, 'categories', id);
  }
  for (const submitted of categories) {
    for (const [index, id] of validEntries(submitted.entity.item_ids))
      check(submitted, `/item_ids/${index}`, 'items', id);
  }
  for (const submitted of items) {
    const { modifier_group_ids, bundle_items, price_overrides } = submitted.entity;
    for (const [index, id] of validEntries(modifier_group_ids))
      check(submitted, `/modifier_group_ids/${index}`, 'modifier_groups', id);
    for (const [index, { item_id }] of validEntries(bundle_items))
      check(submitted, `/bundle_items/${index}/item_id`, 'items', item_id);
    for (const [index, { store_id: id }] of validEntries(price_overrides)) {
      if (id === undefined || storeIds.includes(id)) continue;
      const message = `must be one of store_ids; got ${id}`;
      report(submitted, `/price_overrides/${index}/store_id`, 'unknown_reference', message);
    }
  }
  for (const submitted of groups) {
    for (const [index, { item_id }] of validEntries(submitted.entity.modifiers))
      check(submitted, `/modifiers/${index}/item_id`, 'items', item_id);
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
  const warn = (
    submitted: SubmittedEntity,
    message: string,
    ...referred: ReadonlySet<string>[]
  ): void => {
    const { id } = submitted.entity;
    if (id !== undefined && !referred.some((ids) => ids.has(id)))
      report(submitted, '', 'orphan_entity', `${message} ${id}`);
  };
  for (const submitted of categories)
    warn(submitted, 'no menu contains the category', categoriesInMenus);
  for (const submitted of items) {
    const message = 'no category, modifier group or bundle contains the item';
    warn(submitted, message, itemsInCategories, itemsInGroups, itemsInBundles);
  }
  for (const submitted of groups) warn(submitted, 'no item uses the modifier group', groupsOfItems);
}
