import { isDeepStrictEqual } from 'node:util';
import type { MenuContent } from '../../state/records.ts';
import { type Entity, listNames } from './finding.ts';
import type { LiveMenu } from './live-menu.ts';

/** The changes that a submission makes in one store (contract: `StoreMenuChange`). */
export interface Difference {
  added: number;
  updated: number;
  removed: number;
  /** Number of items among `removed`. */
  removedItems: number;
}

/** Returns whether two menus have the same content. */
export const isSameContent = (a: MenuContent, b: MenuContent): boolean =>
  a === b || isDeepStrictEqual(comparable(a), comparable(b));

/** Compares the live menu of a store with its next menu, entity by entity. */
export function compare(live: LiveMenu | undefined, next: MenuContent, now: number): Difference {
  const difference: Difference = { added: 0, updated: 0, removed: 0, removedItems: 0 };
  const changed = new Set(live?.changedItems(now));
  const hasSameSettings =
    live !== undefined && isDeepStrictEqual(settingsOf(live.content), settingsOf(next));
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
      else if (!hasSameSettings || isMoved || isChanged || !isDeepStrictEqual(known.entity, entity))
        difference.updated += 1;
    }
    difference.removed += before.size;
    if (list === 'items') difference.removedItems = before.size;
  }
  return difference;
}

/** Returns the members of a menu that affect every entity in it. */
const settingsOf = ({ currency, default_locale, prices_include_tax }: MenuContent): unknown => [
  currency,
  default_locale,
  prices_include_tax,
];

/**
 * Returns the content in a form in which the order of the categories, items and modifier groups is
 * not significant.
 */
const comparable = (content: MenuContent): unknown => [
  settingsOf(content),
  content.menus,
  ...[content.categories, content.items, content.modifier_groups].map(
    (list) => new Map((list as Entity[]).map((entity) => [entity.id, entity])),
  ),
];
