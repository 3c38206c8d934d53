import type { MenuSubmission, Store } from '@delivery-api/marketplace-types';
import type { Json, JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../kernel/problem-error.ts';
import type { Order } from './records.ts';

/** The initial data of the sandbox: stores, menu submissions and orders in contract format. */
export interface InitialData {
  stores: Store[];
  menus: MenuSubmission[];
  orders: Order[];
  /** The integration of each store that does not belong to the default integration. */
  integrations: Readonly<Record<string, string>>;
}

type ListName = Exclude<keyof InitialData, 'integrations'>;

/** Returns the schema violations in a list entry, with pointers that start with `at`. */
export type CheckEntry = (entry: Json, at: string) => ProblemItem[];

/**
 * Checks data against the schemas in the contract.
 *
 * @param checks the check for the entries of each list
 * @param errors receives all violations
 * @returns the data; valid only if no violation was found
 */
export function readData(
  data: JsonObject,
  checks: Readonly<Record<ListName, CheckEntry>>,
  errors: ProblemItem[],
): InitialData {
  for (const name of Object.keys(data)) {
    if (name === 'integrations' || Object.hasOwn(checks, name)) continue;
    const message = 'is unknown; use one of stores, menus, orders, integrations';
    errors.push({ pointer: `/${name}`, code: 'additional_properties', message });
  }
  const read = (name: ListName): Json[] => {
    const list = data[name] ?? [];
    if (!Array.isArray(list)) {
      errors.push({ pointer: `/${name}`, code: 'type', message: 'must be an array' });
      return [];
    }
    for (const [index, entry] of list.entries())
      errors.push(...checks[name](entry, `/${name}/${index}`));
    return list;
  };
  const [stores, orders, menus] = [read('stores'), read('orders'), read('menus')];
  const integrations = readIntegrations(data.integrations ?? {}, errors);
  return { stores, menus, orders, integrations } as unknown as InitialData;
}

/** Returns the integration of each store from lists of store IDs by integration. */
function readIntegrations(data: Json, errors: ProblemItem[]): Record<string, string> {
  const integrations: Record<string, string> = {};
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    errors.push({ pointer: '/integrations', code: 'type', message: 'must be an object' });
    return {};
  }
  for (const [name, ids] of Object.entries(data)) {
    const at = `/integrations/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (!Array.isArray(ids) || ids.some((id) => typeof id !== 'string')) {
      errors.push({ pointer: at, code: 'type', message: 'must be an array of store IDs' });
      continue;
    }
    for (const [index, id] of (ids as string[]).entries()) {
      if (Object.hasOwn(integrations, id)) {
        const message = `the store ${id} already belongs to ${integrations[id]}`;
        errors.push({ pointer: `${at}/${index}`, code: 'duplicate_store', message });
      } else integrations[id] = name;
    }
  }
  return integrations;
}
