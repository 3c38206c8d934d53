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
import { type EntityError, withoutInvalidValues } from './valid-parts.ts';

/**
 * A submission, arranged for the checks beyond its schema. The lists contain every entity that is
 * an object, without the values that violate the schema.
 */
export interface SubmissionIndex {
  currency: string;
  defaultLocale: string;
  menus: Placed<MenuInput>[];
  categories: Placed<CategoryInput>[];
  items: Placed<MenuItemInput>[];
  groups: Placed<ModifierGroupInput>[];
  /** Ids by list, with the index of the first entity that has the ID. */
  ids: Readonly<Record<ListName, ReadonlyMap<string, number>>>;
  /** The IDs that other entities refer to. */
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
  const errorsOf = byEntity(schemaErrors);
  const placed = <Kind extends Entity>(list: ListName): Placed<Kind>[] =>
    (submission[list] as unknown as Kind[]).flatMap((entity, index) => {
      const errors = errorsOf.get(`/${list}/${index}`) ?? [];
      if (errors.some(({ pointer }) => pointer === '')) return [];
      const invalid = errors.map(({ pointer }) => pointer);
      const valid = (
        errors.length === 0 ? entity : withoutInvalidValues(entity, errors)
      ) as Placed<Kind>['entity'];
      return [{ list, index, entity: valid, invalid }];
    });
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

/** Returns the errors by the pointer of their entity, with the rest of the pointer. */
function byEntity(errors: readonly ProblemItem[]): Map<string, EntityError[]> {
  const found = new Map<string, EntityError[]>();
  for (const { pointer = '', code } of errors) {
    const [, list = '', index = '', ...within] = pointer.split('/');
    const key = `/${list}/${index}`;
    const inEntity = found.get(key) ?? [];
    found.set(key, inEntity);
    inEntity.push({ pointer: within.map((name) => `/${name}`).join(''), code });
  }
  return found;
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
