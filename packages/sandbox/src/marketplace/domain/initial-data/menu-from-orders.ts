import type {
  CategoryInput,
  MenuItemInput,
  ModifierGroupInput,
  OrderModifier,
} from '@delivery-api/marketplace-types';
import type { MenuContent, Order } from '../../state/records.ts';

/**
 * Returns a menu with the items and modifiers in the orders of a store, except for bundle parts;
 * `undefined` without orders.
 */
export function menuFromOrders(orders: readonly Order[]): MenuContent | undefined {
  const [first] = orders;
  if (first === undefined) return undefined;
  const items = new Map<string, MenuItemInput>();
  const groups = new Map<string, ModifierGroupInput>();
  const categories = new Map<string, CategoryInput>();
  for (const order of orders) {
    for (const line of order.items) {
      const price = line.original_unit_price ?? line.unit_price;
      const rate = order.taxes.find(({ remitted_by }) => remitted_by === 'merchant')?.rate;
      addItem(items, { ...line, price, rate, modifiers: line.modifiers });
      const name = line.category_name ?? 'Menu';
      const category = categories.get(name) ?? {
        id: `category-${categories.size + 1}`,
        name,
        item_ids: [],
      };
      if (!category.item_ids.includes(line.item_id)) category.item_ids.push(line.item_id);
      categories.set(name, category);
      addModifiers(items, groups, line.modifiers, rate);
    }
  }
  return {
    currency: first.currency,
    default_locale: first.customer?.locale ?? 'en-GB',
    prices_include_tax: first.prices_include_tax,
    menus: [
      { id: 'menu', name: 'Menu', category_ids: [...categories.values()].map(({ id }) => id) },
    ],
    categories: [...categories.values()],
    items: [...items.values()],
    modifier_groups: [...groups.values()],
  };
}

interface OrderedItem {
  item_id: string;
  external_id?: string;
  name: string;
  price: MenuItemInput['price'];
  rate: string | undefined;
  modifiers: readonly OrderModifier[];
}

function addItem(
  items: Map<string, MenuItemInput>,
  { item_id: id, external_id, name, price, rate, modifiers }: OrderedItem,
): void {
  const known = items.get(id);
  const groupIds = [
    ...new Set([
      ...(known?.modifier_group_ids ?? []),
      ...modifiers.map(({ group_id }) => group_id),
    ]),
  ];
  items.set(id, {
    id,
    ...(external_id !== undefined && { external_id }),
    name,
    price,
    ...(rate !== undefined && { tax: { rate } }),
    ...(groupIds.length > 0 && { modifier_group_ids: groupIds }),
  });
}

function addModifiers(
  items: Map<string, MenuItemInput>,
  groups: Map<string, ModifierGroupInput>,
  modifiers: readonly OrderModifier[],
  rate: string | undefined,
): void {
  for (const modifier of modifiers) {
    const {
      item_id,
      group_id: id,
      group_name: name,
      quantity,
      included_quantity,
      unit_price: price,
    } = modifier;
    addItem(items, { ...modifier, price, rate, modifiers: modifier.modifiers });
    const group = groups.get(id) ?? {
      id,
      name,
      min_selections: 0,
      max_selections: 1,
      modifiers: [],
    };
    if (!group.modifiers.some((known) => known.item_id === item_id)) {
      group.modifiers.push({ item_id, price, ...(included_quantity > 0 && { included_quantity }) });
    }
    const each = Math.max(group.max_per_modifier ?? 1, quantity);
    groups.set(id, {
      ...group,
      max_selections: Math.max(1, group.modifiers.length * each),
      ...(each > 1 && { max_per_modifier: each }),
    });
    addModifiers(items, groups, modifier.modifiers, rate);
  }
}
