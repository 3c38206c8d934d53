import type { ProblemItem } from '../../../kernel/problem-error.ts';
import { idOf, member } from '../../../validation/menu-entities.ts';
import { type Entity, type ListName, listNames, type Submission } from '../../state/menu-model.ts';
import type { Placed, Sight } from './finding.ts';

/**
 * Sorts a submission for the checks of its sense: entities whose form is wrong are left out, but
 * what they are called and name counts.
 */
export function sightOf(
  submission: Submission,
  formFaults: readonly ProblemItem[],
  now: number,
): Sight {
  const broken = new Set(
    formFaults.map(({ pointer = '' }) => pointer.split('/').slice(1, 3).join('/')),
  );
  const placed = <Kind extends Entity>(list: ListName): Placed<Kind>[] =>
    (submission[list] as unknown as Kind[])
      .map((entity, index) => ({ list, index, entity }))
      .filter(({ index }) => !broken.has(`${list}/${index}`));
  return {
    currency: submission.currency,
    defaultLocale: submission.default_locale,
    menus: placed('menus'),
    categories: placed('categories'),
    items: placed('items'),
    groups: placed('modifier_groups'),
    ids: Object.fromEntries(
      listNames.map((list) => [list, idsOf(submission[list])]),
    ) as Sight['ids'],
    named: {
      shown: new Set(submission.menus.flatMap((menu) => strings(member(menu, 'category_ids')))),
      sold: new Set(
        submission.categories.flatMap((category) => strings(member(category, 'item_ids'))),
      ),
      chosen: new Set(
        submission.modifier_groups.flatMap((group) => itemIds(member(group, 'modifiers'))),
      ),
      bundled: new Set(submission.items.flatMap((item) => itemIds(member(item, 'bundle_items')))),
      asked: new Set(
        submission.items.flatMap((item) => strings(member(item, 'modifier_group_ids'))),
      ),
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
