import { member } from '../../../validation/menu-entities.ts';

/** A value whose invalid members and array elements are absent or `undefined`. */
export type ValidParts<Value> = Value extends string | number | boolean
  ? Value
  : Value extends readonly (infer Element)[]
    ? (ValidParts<Element> | undefined)[]
    : { [Name in keyof Value]?: ValidParts<Value[Name]> | undefined };

/** A schema error, with a JSON Pointer that is relative to its entity. */
export interface EntityError {
  pointer: string;
  code: string;
}

/**
 * Returns a copy of an entity without its invalid values. An invalid array element becomes
 * `undefined`, so that the other elements keep their index. Removes an array or object only if its
 * type is wrong.
 */
export function withoutInvalidValues<Entity extends object>(
  entity: Entity,
  errors: readonly EntityError[],
): ValidParts<Entity> {
  const copy = structuredClone(entity);
  for (const { pointer, code } of errors) remove(copy, pointer.split('/').slice(1), code);
  return copy as ValidParts<Entity>;
}

function remove(root: object, path: readonly string[], code: string): void {
  let parent: unknown = root;
  for (const name of path.slice(0, -1)) parent = member(parent, name);
  const last = path.at(-1) ?? '';
  const value = member(parent, last);
  if (value === undefined || (isContainer(value) && code !== 'type')) return;
  (parent as Record<string, unknown>)[last] = undefined;
}

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Returns the elements that were not removed, each with its index. */
export const validEntries = <Element>(
  list: readonly (Element | undefined)[] = [],
): [index: number, element: Element][] =>
  [...list.entries()].flatMap(([index, element]) =>
    element === undefined ? [] : [[index, element] as [number, Element]],
  );
