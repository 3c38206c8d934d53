import type {
  CategoryInput,
  MenuInput,
  MenuItemInput,
  MenuSubmission,
  ModifierGroupInput,
} from '@delivery-api/marketplace-types';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import { idOf, member } from '../../../validation/menu-entities.ts';
import { type Entity, type ListName, listNames, type SubmittedEntity } from './finding.ts';
import { type EntityError, withoutInvalidValues } from './valid-parts.ts';

/**
 * An index of a submission, for the checks that its schema cannot express. The lists contain every
 * entity that is an object, without the values that violate the schema.
 */
export interface SubmissionIndex {
  currency: string;
  defaultLocale: string;
  menus: SubmittedEntity<MenuInput>[];
  categories: SubmittedEntity<CategoryInput>[];
  items: SubmittedEntity<MenuItemInput>[];
  groups: SubmittedEntity<ModifierGroupInput>[];
  /** The IDs in each list, with the index of the first entity that has the ID. */
  ids: Readonly<Record<ListName, ReadonlyMap<string, number>>>;
  /** The IDs to which other entities refer. */
  references: {
    categoriesInMenus: ReadonlySet<string>;
    itemsInCategories: ReadonlySet<string>;
    itemsInGroups: ReadonlySet<string>;
    itemsInBundles: ReadonlySet<string>;
    groupsOfItems: ReadonlySet<string>;
  };
  now: number;
}

/**
 * Creates the index of a submission.
 *
 * @param schemaErrors the schema errors in its entities
 */
export function indexSubmission(
  submission: MenuSubmission,
  schemaErrors: readonly ProblemItem[],
  now: number,
): SubmissionIndex {
  const { menus, categories, items, modifier_groups: groups } = submission;
  const errorsOf = byEntity(schemaErrors);
  const submittedEntities = <Kind extends Entity>(list: ListName): SubmittedEntity<Kind>[] =>
    (submission[list] as unknown as Kind[]).flatMap((entity, index) => {
      const errors = errorsOf.get(`/${list}/${index}`) ?? [];
      if (errors.some(({ pointer }) => pointer === '')) return [];
      const invalid = errors.map(({ pointer }) => pointer);
      const valid = (
        errors.length === 0 ? entity : withoutInvalidValues(entity, errors)
      ) as SubmittedEntity<Kind>['entity'];
      return [{ list, index, entity: valid, invalid }];
    });
  const ids = listNames.map((list) => [list, idsOf(submission[list])]);
  return {
    currency: submission.currency,
    defaultLocale: submission.default_locale,
    menus: submittedEntities('menus'),
    categories: submittedEntities('categories'),
    items: submittedEntities('items'),
    groups: submittedEntities('modifier_groups'),
    ids: Object.fromEntries(ids) as SubmissionIndex['ids'],
    references: {
      categoriesInMenus: new Set(menus.flatMap((menu) => strings(member(menu, 'category_ids')))),
      itemsInCategories: new Set(
        categories.flatMap((category) => strings(member(category, 'item_ids'))),
      ),
      itemsInGroups: new Set(groups.flatMap((group) => itemIds(member(group, 'modifiers')))),
      itemsInBundles: new Set(items.flatMap((item) => itemIds(member(item, 'bundle_items')))),
      groupsOfItems: new Set(items.flatMap((item) => strings(member(item, 'modifier_group_ids')))),
    },
    now,
  };
}

/** Groups errors by the pointer of their entity. The error pointers are relative to the entity. */
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
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

const itemIds = (value: unknown): string[] =>
  strings(Array.isArray(value) ? value.map((item) => member(item, 'item_id')) : undefined);
