import type { ListName } from '../../state/menu-model.ts';
import type { Note, Placed, Sight } from './finding.ts';

/** Ids that stand twice, and ids that lead nowhere. */
export function checkReferences(sight: Sight, storeIds: readonly string[], note: Note): void {
  const { menus, categories, items, groups, ids } = sight;
  for (const place of [...menus, ...categories, ...items, ...groups]) {
    const first = ids[place.list].get(place.entity.id);
    if (first !== undefined && first < place.index) {
      note(
        place,
        '/id',
        'duplicate_id',
        `the id ${place.entity.id} is already that of /${place.list}/${first}`,
      );
    }
  }
  const expect = (
    place: Placed,
    within: string,
    list: ListName,
    kind: string,
    id: string,
  ): void => {
    if (!ids[list].has(id)) note(place, within, 'unknown_reference', `no ${kind} has the id ${id}`);
  };
  for (const place of menus) {
    for (const [at, id] of place.entity.category_ids.entries())
      expect(place, `/category_ids/${at}`, 'categories', 'category', id);
  }
  for (const place of categories) {
    for (const [at, id] of place.entity.item_ids.entries())
      expect(place, `/item_ids/${at}`, 'items', 'item', id);
  }
  for (const place of items) {
    const { modifier_group_ids = [], bundle_items = [], price_overrides = [] } = place.entity;
    for (const [at, id] of modifier_group_ids.entries())
      expect(place, `/modifier_group_ids/${at}`, 'modifier_groups', 'modifier group', id);
    for (const [at, { item_id }] of bundle_items.entries())
      expect(place, `/bundle_items/${at}/item_id`, 'items', 'item', item_id);
    for (const [at, { store_id: id }] of price_overrides.entries()) {
      if (id === undefined || storeIds.includes(id)) continue;
      note(
        place,
        `/price_overrides/${at}/store_id`,
        'unknown_reference',
        `the store ${id} is not one of store_ids`,
      );
    }
  }
  for (const place of groups) {
    for (const [at, { item_id }] of place.entity.modifiers.entries())
      expect(place, `/modifiers/${at}/item_id`, 'items', 'item', item_id);
  }
}

/** Entities that nothing names, so that nobody will see them. */
export function warnOfOrphans(
  { categories, items, groups, named: { shown, sold, chosen, bundled, asked } }: Sight,
  note: Note,
): void {
  const warn = (place: Placed, message: string, ...named: ReadonlySet<string>[]): void => {
    if (!named.some((ids) => ids.has(place.entity.id)))
      note(place, '', 'orphan_entity', `${message} ${place.entity.id}`);
  };
  for (const place of categories) warn(place, 'no menu names the category', shown);
  for (const place of items)
    warn(place, 'no category and no modifier group names the item', sold, chosen, bundled);
  for (const place of groups) warn(place, 'no item names the modifier group', asked);
}
