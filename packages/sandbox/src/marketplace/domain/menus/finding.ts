import type {
  CategoryInput,
  MenuFinding,
  MenuInput,
  MenuItemInput,
  ModifierGroupInput,
} from '@delivery-api/marketplace-types';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import { entityLists, idOf } from '../../../validation/menu-entities.ts';
import type { ValidParts } from './valid-parts.ts';

export type Entity = MenuInput | CategoryInput | MenuItemInput | ModifierGroupInput;
export type ListName = keyof typeof entityLists;
export const listNames = Object.keys(entityLists) as ListName[];

/** An error or warning about a submission, in the format of `errors` (contract: `ProblemItem`). */
export interface Finding extends ProblemItem {
  pointer: string;
  severity: 'error' | 'warning';
  entity_type?: MenuFinding['entity_type'];
  entity_id?: string;
}

/** An entity in a submission, with its list and index. */
export interface SubmittedEntity<Kind extends Entity = Entity> {
  list: ListName;
  index: number;
  /** The entity without the values that violate its schema. */
  entity: ValidParts<Kind>;
  /** JSON Pointers, within the entity, of the values that violate its schema. */
  invalid: readonly string[];
}

/** Returns whether a value of an entity, or a part of it, violates the schema. */
export const isInvalid = ({ invalid }: SubmittedEntity, within: string): boolean =>
  invalid.some((pointer) => pointer === within || pointer.startsWith(`${within}/`));

/**
 * Reports a finding about an entity.
 *
 * @param within JSON Pointer within the entity, such as `/price/currency`
 */
export type Report = (
  submitted: SubmittedEntity,
  within: string,
  code: string,
  message: string,
) => void;

/** Returns a count with the singular or plural noun, such as `1 error`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

const maxPointerLength = 500;
const maxMessageLength = 500;

export function findingOf(
  severity: Finding['severity'],
  { list, index, entity }: SubmittedEntity,
  within: string,
  code: string,
  message: string,
): Finding {
  const pointer = `/${list}/${index}${within}`.slice(0, maxPointerLength);
  const id = idOf(entity);
  return {
    pointer,
    code,
    message,
    severity,
    entity_type: entityLists[list],
    ...(id !== undefined && { entity_id: id }),
  };
}

/**
 * Converts a warning for a report, in which its message is a sentence (contract: `MenuFinding`).
 */
export function toMenuFinding({
  code,
  message,
  pointer,
  entity_type = 'item',
  entity_id = '',
}: Finding): MenuFinding {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  return {
    code,
    message: sentence.slice(0, maxMessageLength),
    pointer,
    entity_type,
    entity_id,
  };
}
