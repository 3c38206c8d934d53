import type { Store, SubmitMenuRequest } from '@delivery-api/marketplace-types';
import type { Json, JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../kernel/problem-error.ts';
import type { Order } from './records.ts';

/** Data that the sandbox starts with: stores, menu submissions and orders of the contract. */
export interface InitialData {
  stores: Store[];
  menus: SubmitMenuRequest[];
  orders: Order[];
}

/** Returns the schema violations of a list's entry, with pointers that start with `at`. */
export type CheckEntry = (entry: Json, at: string) => ProblemItem[];

/**
 * Checks data against the schemas of the contract.
 *
 * @param checks the check of each list's entries
 * @param errors receives everything that is wrong
 */
export function readData(
  data: JsonObject,
  checks: Readonly<Record<keyof InitialData, CheckEntry>>,
  errors: ProblemItem[],
): InitialData {
  for (const name of Object.keys(data)) {
    if (Object.hasOwn(checks, name)) continue;
    const message = 'is not known here; stores, menus and orders are';
    errors.push({ pointer: `/${name}`, code: 'additional_properties', message });
  }
  const read = (name: keyof InitialData): Json[] => {
    const list = data[name] ?? [];
    if (!Array.isArray(list)) {
      errors.push({ pointer: `/${name}`, code: 'type', message: 'must be a list' });
      return [];
    }
    for (const [index, entry] of list.entries())
      errors.push(...checks[name](entry, `/${name}/${index}`));
    return list;
  };
  const [stores, orders, menus] = [read('stores'), read('orders'), read('menus')];
  return { stores, menus, orders } as unknown as InitialData;
}
