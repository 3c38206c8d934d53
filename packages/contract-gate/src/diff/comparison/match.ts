import { type Operation, type Parameter, toPointer } from '@delivery-api/specs/contract';

export const operationPointer = ({ path, method }: Operation): string =>
  toPointer('paths', path, method);
export const webhookPointer = (name: string): string => toPointer('webhooks', name, 'post');

/** Identifies an operation by method and path; ignores the names of path parameters. */
export const operationKey = ({ method, path }: Operation): string =>
  `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`;

/** Identifies a parameter by location and name; header names are case-insensitive. */
export const parameterKey = ({ in: location, name }: Parameter): string =>
  `${location} ${location === 'header' ? name.toLowerCase() : name}`;

/** Returns pairs of items with the same key, one from each list. */
export function matched<T>(
  base: readonly T[],
  revision: readonly T[],
  key: (item: T) => string,
): [T, T][] {
  const byKey = new Map(revision.map((item) => [key(item), item]));
  return base.flatMap((item): [T, T][] => {
    const other = byKey.get(key(item));
    return other === undefined ? [] : [[item, other]];
  });
}

/** Returns the items of the first list for which no item of the second list has the same key. */
export function unmatched<T>(
  items: readonly T[],
  others: readonly T[],
  key: (item: T) => string,
): T[] {
  const keys = new Set(others.map(key));
  return items.filter((item) => !keys.has(key(item)));
}
