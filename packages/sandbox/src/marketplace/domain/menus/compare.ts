import { isDeepStrictEqual } from 'node:util';
import type { MenuContent } from '../../state/records.ts';
import { type Entity, listNames } from './finding.ts';
import type { LiveMenu } from './live-menu.ts';

/** What a submission changes in one store (contract: `StoreMenuChange`). */
export interface Difference {
  added: number;
  updated: number;
  removed: number;
  /** Number of items among `removed`. */
  removedItems: number;
}

/** Returns whether two menus are the same. */
export const isSameContent = (one: MenuContent, other: MenuContent): boolean =>
  one === other || isDeepStrictEqual(comparable(one), comparable(other));

/** Compares the menu that a store sells from with its next one, entity by entity. */
export function compare(live: LiveMenu | undefined, next: MenuContent, now: number): Difference {
  const difference: Difference = { added: 0, updated: 0, removed: 0, removedItems: 0 };
  const changed = new Set(live?.changedItems(now));
  const isSameFrame = live !== undefined && isDeepStrictEqual(frameOf(live.content), frameOf(next));
  for (const list of listNames) {
    const before = new Map(
      (live?.content[list] as Entity[] | undefined)?.map((entity, index) => [
        entity.id,
        { entity, index },
      ]),
    );
    for (const [index, entity] of (next[list] as Entity[]).entries()) {
      const known = before.get(entity.id);
      before.delete(entity.id);
      const isMoved = list === 'menus' && known?.index !== index;
      const isChanged = list === 'items' && changed.has(entity.id);
      if (known === undefined) difference.added += 1;
      else if (!isSameFrame || isMoved || isChanged || !isDeepStrictEqual(known.entity, entity))
        difference.updated += 1;
    }
    difference.removed += before.size;
    if (list === 'items') difference.removedItems = before.size;
  }
  return difference;
}

/** Returns the members that affect every entity. */
const frameOf = ({ currency, default_locale, prices_include_tax }: MenuContent): unknown => [
  currency,
  default_locale,
  prices_include_tax,
];

/** Returns a form in which only the order of menus counts. */
const comparable = (content: MenuContent): unknown => [
  frameOf(content),
  content.menus,
  ...[content.categories, content.items, content.modifier_groups].map(
    (list) => new Map((list as Entity[]).map((entity) => [entity.id, entity])),
  ),
];
