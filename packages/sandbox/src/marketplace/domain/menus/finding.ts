import type { ProblemItem } from '../../../kernel/problem-error.ts';
import { entityLists } from '../../../validation/menu-entities.ts';
import type { Entity, ListName, MenuContent } from '../../state/menu-model.ts';
import type { MenuFinding } from '../../state/store-model.ts';

/**
 * One thing that is wrong or odd with a menu, as an entry of `errors` (contract: `ProblemItem`).
 */
export interface Finding extends ProblemItem {
  pointer: string;
  severity: 'error' | 'warning';
  entity_type?: string;
  entity_id?: string;
}

/** An entity of a submission, with its place. */
export interface Placed<Kind extends Entity = Entity> {
  list: ListName;
  index: number;
  entity: Kind;
}

/**
 * Notes something about an entity; `within` is the rest of the JSON Pointer, such as
 * `/price/currency`.
 */
export type Note = (place: Placed, within: string, code: string, message: string) => void;

/** Everything that a check looks at: the entities whose form is right, and the ids of all. */
export interface Sight {
  currency: string;
  defaultLocale: string;
  menus: Placed<MenuContent['menus'][number]>[];
  categories: Placed<MenuContent['categories'][number]>[];
  items: Placed<MenuContent['items'][number]>[];
  groups: Placed<MenuContent['modifier_groups'][number]>[];
  /**
   * Ids by list, with the index of the first that has it; entities of a wrong form count here too.
   */
  ids: Readonly<Record<ListName, ReadonlyMap<string, number>>>;
  /**
   * Ids that something of whatever form names: categories by menus, items by categories, by groups
   * and by bundles, groups by items.
   */
  named: Readonly<Record<'shown' | 'sold' | 'chosen' | 'bundled' | 'asked', ReadonlySet<string>>>;
  now: number;
}

const longestPointer = 500;

export function findingOf(
  severity: Finding['severity'],
  { list, index, entity }: Placed,
  within: string,
  code: string,
  message: string,
): Finding {
  const pointer = `/${list}/${index}${within}`.slice(0, longestPointer);
  return { pointer, code, message, severity, entity_type: entityLists[list], entity_id: entity.id };
}

/** A warning as reports have it: a whole sentence (contract: `MenuFinding`). */
export function toMenuFinding({
  code,
  message,
  pointer,
  entity_type = 'item',
  entity_id = '',
}: Finding): MenuFinding {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return { code, message: sentence.slice(0, 500), pointer, entity_type, entity_id };
}
