import type { Operation } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../kernel/problem-error.ts';

/** The lists of a menu, with what one entity of each is called. */
export const entityLists = {
  menus: 'menu',
  categories: 'category',
  items: 'item',
  modifier_groups: 'modifier_group',
} as const;

/** The code for what is wrong within those lists. */
const entityCode = 'menu_invalid';
const inEntity = new RegExp(`^/(${Object.keys(entityLists).join('|')})/`);

/**
 * Tells what is wrong with the entities of a menu from what is wrong around them (contract:
 * `submitMenu`, `validation_failed` and `menu_invalid`). With
 * every other operation nothing is an entity.
 */
export function splitFaults(
  { responses }: Operation,
  faults: readonly ProblemItem[],
): { frame: ProblemItem[]; entities: ProblemItem[] } {
  const hasEntities = responses.some(({ codes }) => codes.includes(entityCode));
  const isEntitys = ({ pointer = '' }: ProblemItem): boolean =>
    hasEntities && inEntity.test(pointer);
  return { frame: faults.filter((fault) => !isEntitys(fault)), entities: faults.filter(isEntitys) };
}

/** A fault in the form of an entity, with what it is about (contract: `ProblemItem`). */
export function entityFault<Kind extends ProblemItem>(
  body: unknown,
  { pointer = '', ...fault }: Kind,
): Kind & { pointer: string; severity: 'error'; entity_type?: string; entity_id?: string } {
  const [, list = '', index = ''] = pointer.split('/');
  const id = idOf(member(member(body, list), index));
  const type = entityLists[list as keyof typeof entityLists];
  return {
    ...(fault as Kind),
    pointer,
    severity: 'error',
    entity_type: type,
    ...(id !== undefined && { entity_id: id }),
  };
}

/** The id of an entity, in whatever form it is. */
export const idOf = (entity: unknown): string | undefined => {
  const id = member(entity, 'id');
  return typeof id === 'string' && id.length > 0 && id.length <= 64 ? id : undefined;
};

/** A member of whatever may have members. */
export const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
