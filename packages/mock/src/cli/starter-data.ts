import { schemasAt } from '@delivery-api/sandbox';
import type { Contract, Json, JsonObject, Schema } from '@delivery-api/specs/contract';
import type { InterfaceName } from '../api/types.ts';

/** Comments for the members of the data file, by JSON Pointer. */
const comments: Readonly<Record<string, string>> = {
  '': 'Initial data of the sandbox. All members are optional. If an interface has no `stores`, the sandbox loads the example stores of its contract.',
  '/lastmile/stores': 'Stores, in the format that getStoreInfo returns.',
  '/lastmile/bookings':
    'Bookings, in the format that getBookingDetails returns. A booking that is not closed continues from its status.',
  '/lastmile/estimates': 'Estimates, in the format that createEstimate returns.',
  '/marketplace/stores':
    'Stores, in the format that getStore returns. Use the same IDs as in Lastmile.',
  '/marketplace/menus':
    'Menus, in the format that submitMenu accepts. They are live when the sandbox starts.',
  '/marketplace/orders': 'Orders, in the format that getOrder returns.',
  '/marketplace/integrations':
    'Store IDs for each integration, for example { "burgers": ["sto_01JD3M7X9KQA"] } for the token test_burgers.',
};

/** The location of a value in the data file, and its schema. */
interface ValueLocation {
  pointer: string;
  contract: Contract;
  schema: Schema;
}

/** Returns a data file (JSON with comments) with examples from the contracts. */
export function starterData(contracts: Readonly<Record<InterfaceName, Contract>>): string {
  const { lastmile, marketplace } = contracts;
  const lastmileStore = responseOf(lastmile, 'getStoreInfo');
  const store = responseOf(marketplace, 'getStore');
  const menu = smallMenu(marketplace, store.value.id);
  const data = {
    lastmile: { stores: [lastmileStore.value], bookings: [], estimates: [] },
    marketplace: { stores: [store.value], menus: [menu.value], orders: [], integrations: {} },
  };
  const locations = [
    { pointer: '/lastmile/stores/0', contract: lastmile, schema: lastmileStore.schema },
    { pointer: '/marketplace/stores/0', contract: marketplace, schema: store.schema },
    { pointer: '/marketplace/menus/0', contract: marketplace, schema: menu.schema },
  ];
  return `// ${comments['']}\n${render(data as unknown as Json, '', '', locations)}\n`;
}

/** Returns the first example of an operation's success response, with its schema. */
function responseOf(contract: Contract, id: string): { value: JsonObject; schema: Schema } {
  const content = contract.operations.find((one) => one.id === id)?.success.content;
  const value = content?.examples[0]?.value;
  if (content === undefined || value === undefined) throw new Error(`${id} has no example.`);
  return { value: value as JsonObject, schema: content.schema };
}

/** Returns the first menu example in the contract, reduced to one item, for a store. */
function smallMenu(contract: Contract, storeId: Json | undefined) {
  const request = contract.operations.find((one) => one.id === 'submitMenu')?.request;
  const example = request?.examples[0]?.value as Record<string, JsonObject[]> | undefined;
  if (request === undefined || example === undefined) throw new Error('submitMenu has no example.');
  const item = example.items?.find(({ modifier_group_ids: ids }) => ids === undefined);
  const value = {
    ...example,
    store_ids: [storeId],
    menus: [{ id: 'all', name: 'Menu', category_ids: ['first'] }],
    categories: [{ id: 'first', name: 'First category', item_ids: [item?.id] }],
    items: [item],
    modifier_groups: [],
  };
  return { value: value as unknown as JsonObject, schema: request.schema };
}

/** Maximum length of an array or object that is written on one line, in characters. */
const maxInlineLength = 90;

function render(
  value: Json,
  pointer: string,
  indent: string,
  locations: readonly ValueLocation[],
): string {
  const short = JSON.stringify(value);
  const isPlain = typeof value !== 'object' || value === null;
  const contains = locations.some((one) => one.pointer.startsWith(pointer));
  if (isPlain || (!contains && short.length <= maxInlineLength)) return short;
  const inner = `${indent}  `;
  const members = Object.entries(value).map(([name, member]) => {
    const at = `${pointer}/${name}`;
    const text = comments[at] ?? descriptionOf(pointer, name, locations);
    const label = Array.isArray(value) ? '' : `${JSON.stringify(name)}: `;
    const comment = text === undefined ? '' : `${inner}// ${text}\n`;
    return `${comment}${inner}${label}${render(member, at, inner, locations)}`;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return members.length === 0
    ? `${open}${close}`
    : `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

/**
 * Returns the first sentence of the description of a member; `undefined` if `locations` does not
 * contain the object of the member, or if the member has no description.
 */
function descriptionOf(
  pointer: string,
  name: string,
  locations: readonly ValueLocation[],
): string | undefined {
  const location = locations.find((one) => one.pointer === pointer);
  if (location === undefined) return undefined;
  const [description] = schemasAt(location.contract, location.schema, [name]).flatMap(
    (schema) => (schema.description as string | undefined) ?? [],
  );
  return description
    ?.replaceAll(/\s+/g, ' ')
    .replace(/^(.*?\.) .*$/, '$1')
    .trim();
}
