import type { Operation } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../kernel/problem-error.ts';

/** The lists of a menu and the type of their entities. */
export const entityLists = {
  menus: 'menu',
  categories: 'category',
  items: 'item',
  modifier_groups: 'modifier_group',
} as const;

/** The code for errors within those lists. */
const entityCode = 'menu_invalid';
const inEntity = new RegExp(`^/(${Object.keys(entityLists).join('|')})/`);

/**
 * Separates the errors in the entities of a menu from the others (contract: `submitMenu`,
 * `menu_invalid` and `validation_failed`). Other operations have no entities.
 */
export function splitEntityErrors(
  { responses }: Operation,
  errors: readonly ProblemItem[],
): { frame: ProblemItem[]; entities: ProblemItem[] } {
  const hasEntities = responses.some(({ codes }) => codes.includes(entityCode));
  const isInEntity = ({ pointer = '' }: ProblemItem): boolean =>
    hasEntities && inEntity.test(pointer);
  return {
    frame: errors.filter((item) => !isInEntity(item)),
    entities: errors.filter(isInEntity),
  };
}

/** Adds the entity to an error of a menu (contract: `ProblemItem`). */
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

/** Returns the id of an entity that may be invalid. */
export const idOf = (entity: unknown): string | undefined => {
  const id = member(entity, 'id');
  return typeof id === 'string' && id.length > 0 && id.length <= 64 ? id : undefined;
};

/** Returns an own member of a value that may not be an object. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
