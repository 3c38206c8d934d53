import type {
  CategoryInput,
  MenuInput,
  MenuItemInput,
  MenuSubmission,
  ModifierGroupInput,
} from '@delivery-api/marketplace-types';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import { idOf, member } from '../../../validation/menu-entities.ts';
import { type Entity, type ListName, listNames, type Placed } from './finding.ts';

/**
 * A submission, arranged for the checks beyond its schema. Entities that violate the schema are left
 * out of the lists, but their ids and references count.
 */
export interface SubmissionIndex {
  currency: string;
  defaultLocale: string;
  menus: Placed<MenuInput>[];
  categories: Placed<CategoryInput>[];
  items: Placed<MenuItemInput>[];
  groups: Placed<ModifierGroupInput>[];
  /** Ids by list, with the index of the first entity that has the id. */
  ids: Readonly<Record<ListName, ReadonlyMap<string, number>>>;
  /** The ids that other entities refer to. */
  references: {
    categoriesInMenus: ReadonlySet<string>;
    itemsInCategories: ReadonlySet<string>;
    itemsInGroups: ReadonlySet<string>;
    itemsInBundles: ReadonlySet<string>;
    groupsOfItems: ReadonlySet<string>;
  };
  now: number;
}

/** @param schemaErrors what the schema check found within the entities */
export function indexSubmission(
  submission: MenuSubmission,
  schemaErrors: readonly ProblemItem[],
  now: number,
): SubmissionIndex {
  const { menus, categories, items, modifier_groups: groups } = submission;
  const invalid = new Set(
    schemaErrors.map(({ pointer = '' }) => pointer.split('/').slice(1, 3).join('/')),
  );
  const placed = <Kind extends Entity>(list: ListName): Placed<Kind>[] =>
    (submission[list] as unknown as Kind[])
      .map((entity, index) => ({ list, index, entity }))
      .filter(({ index }) => !invalid.has(`${list}/${index}`));
  const ids = listNames.map((list) => [list, idsOf(submission[list])]);
  return {
    currency: submission.currency,
    defaultLocale: submission.default_locale,
    menus: placed('menus'),
    categories: placed('categories'),
    items: placed('items'),
    groups: placed('modifier_groups'),
    ids: Object.fromEntries(ids) as SubmissionIndex['ids'],
    references: {
      categoriesInMenus: new Set(menus.flatMap((one) => strings(member(one, 'category_ids')))),
      itemsInCategories: new Set(categories.flatMap((one) => strings(member(one, 'item_ids')))),
      itemsInGroups: new Set(groups.flatMap((one) => itemIds(member(one, 'modifiers')))),
      itemsInBundles: new Set(items.flatMap((one) => itemIds(member(one, 'bundle_items')))),
      groupsOfItems: new Set(items.flatMap((one) => strings(member(one, 'modifier_group_ids')))),
    },
    now,
  };
}

function idsOf(entities: readonly unknown[]): ReadonlyMap<string, number> {
  const ids = new Map<string, number>();
  for (const [index, entity] of entities.entries()) {
    const id = idOf(entity);
    if (id !== undefined && !ids.has(id)) ids.set(id, index);
  }
  return ids;
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const itemIds = (value: unknown): string[] =>
  strings(Array.isArray(value) ? value.map((one) => member(one, 'item_id')) : undefined);
