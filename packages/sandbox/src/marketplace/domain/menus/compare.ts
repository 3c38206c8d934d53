import { isDeepStrictEqual } from 'node:util';
import { type Entity, listNames, type MenuContent } from '../../state/menu-model.ts';
import type { LiveMenu } from './live-menu.ts';

/**
 * What would change in one store (contract: `StoreMenuChange`), and how many items it would lose.
 */
export interface Difference {
  added: number;
  updated: number;
  removed: number;
  removedItems: number;
}

/** Whether one menu is exactly another. */
export const isSameContent = (one: MenuContent, other: MenuContent): boolean =>
  one === other || isDeepStrictEqual(sorted(one), sorted(other));

/**
 * Compares what a store sells from, at a moment, with what it is to sell from, entity by entity.
 */
export function compare(live: LiveMenu | undefined, next: MenuContent, now: number): Difference {
  const difference: Difference = { added: 0, updated: 0, removed: 0, removedItems: 0 };
  const off = new Set(live?.off(now));
  const reads = live !== undefined && isDeepStrictEqual(frameOf(live.content), frameOf(next));
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
      const isOff = list === 'items' && off.has(entity.id);
      if (known === undefined) difference.added += 1;
      else if (!reads || isMoved || isOff || !isDeepStrictEqual(known.entity, entity))
        difference.updated += 1;
    }
    difference.removed += before.size;
    if (list === 'items') difference.removedItems = before.size;
  }
  return difference;
}

/** What concerns every entity: currency, language, and whether prices contain the tax. */
const frameOf = ({ currency, default_locale, prices_include_tax }: MenuContent): unknown => [
  currency,
  default_locale,
  prices_include_tax,
];

/** Only menus have an order of their own; the other lists are referred to. */
const sorted = (content: MenuContent): unknown => [
  frameOf(content),
  content.menus,
  ...[content.categories, content.items, content.modifier_groups].map(
    (list) => new Map((list as Entity[]).map((entity) => [entity.id, entity])),
  ),
];
