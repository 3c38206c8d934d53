import type { Operation } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../kernel/problem-error.ts';

/** The lists in a menu, each with its entity type. */
export const entityLists = {
  menus: 'menu',
  categories: 'category',
  items: 'item',
  modifier_groups: 'modifier_group',
} as const;

/** The code for errors within these lists. */
const entityCode = 'menu_invalid';
const inEntity = new RegExp(`^/(${Object.keys(entityLists).join('|')})/`);

/** The errors of a request: in the entities of a menu, and in all other fields. */
export interface SplitErrors {
  fieldErrors: ProblemItem[];
  entityErrors: ProblemItem[];
}

/**
 * Separates errors in menu entities from other errors (contract: `menu_invalid` and
 * `validation_failed` in `submitMenu`). Other operations have no menu entities.
 */
export function splitEntityErrors(
  { responses }: Operation,
  errors: readonly ProblemItem[],
): SplitErrors {
  const hasEntities = responses.some(({ codes }) => codes.includes(entityCode));
  const isInEntity = ({ pointer = '' }: ProblemItem): boolean =>
    hasEntities && inEntity.test(pointer);
  return {
    fieldErrors: errors.filter((item) => !isInEntity(item)),
    entityErrors: errors.filter(isInEntity),
  };
}

/** Adds the entity type and ID to an error in a menu (contract: `ProblemItem`). */
export function toEntityError<Kind extends ProblemItem>(
  body: unknown,
  { pointer = '', ...item }: Kind,
): Kind & { pointer: string; severity: 'error'; entity_type?: string; entity_id?: string } {
  const [, list = '', index = ''] = pointer.split('/');
  const id = idOf(member(member(body, list), index));
  const type = entityLists[list as keyof typeof entityLists];
  return {
    ...(item as Kind),
    pointer,
    severity: 'error',
    entity_type: type,
    ...(id !== undefined && { entity_id: id }),
  };
}

/** Returns the ID of an entity; `undefined` if it is missing or invalid. */
export const idOf = (entity: unknown): string | undefined => {
  const id = member(entity, 'id');
  return typeof id === 'string' && id.length > 0 && id.length <= 64 ? id : undefined;
};

/** Returns an own member of a value; `undefined` if the value is not an object. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
