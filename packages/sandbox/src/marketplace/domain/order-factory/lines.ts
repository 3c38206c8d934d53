import type {
  FulfillmentType,
  MenuItemInput,
  ModifierGroupInput,
  ModifierInput,
  Money,
  OrderBundleItem,
  OrderItem,
  OrderModifier,
} from '@delivery-api/marketplace-types';
import type { Random } from '../../../kernel/random.ts';
import type { LiveMenu } from '../menus/live-menu.ts';
import { pricedLine, pricedModifier } from './amounts.ts';
import { priceOf } from './orderable-items.ts';

/** Maximum depth of nested modifiers (contract: `OrderModifier`). */
export const maxDepth = 4;

/** The inputs for creating lines. */
export interface LineContext {
  menu: LiveMenu;
  storeId: string;
  type: FulfillmentType;
  random: Random;
  now: number;
}

/**
 * Creates a line with randomly chosen modifiers.
 *
 * @returns `undefined` if a required modifier or a part of the bundle is unavailable
 */
export function makeLine(
  context: LineContext,
  item: MenuItemInput,
  lineId: string,
  quantity: number,
): OrderItem | undefined {
  const modifiers = choose(context, item, lineId, 1);
  const parts = bundleItemsOf(context, item, lineId);
  if (modifiers === undefined || parts === undefined) return undefined;
  const category = context.menu.categoryOf(item.id);
  return pricedLine({
    line_id: lineId,
    item_id: item.id,
    ...(item.external_id !== undefined && { external_id: item.external_id }),
    name: item.name,
    ...(category !== undefined && { category_name: category.name }),
    quantity,
    unit_price: money(context, priceOf(item, context.type, context.storeId)),
    modifiers_price: money(context, 0),
    total_price: money(context, 0),
    modifiers,
    ...(parts.length > 0 && { bundle_items: parts }),
    menu_version: context.menu.version,
  });
}

/** Returns the parts of a bundle; `undefined` if a part cannot be ordered. */
function bundleItemsOf(
  context: LineContext,
  { bundle_items: parts = [] }: MenuItemInput,
  lineId: string,
): OrderBundleItem[] | undefined {
  const made: OrderBundleItem[] = [];
  for (const [index, { item_id, quantity }] of parts.entries()) {
    const item = context.menu.item(item_id);
    const partId = `${lineId}_${index + 1}`;
    const modifiers = item && choose(context, item, partId, 1);
    if (item === undefined || modifiers === undefined) return undefined;
    made.push({
      line_id: partId,
      item_id,
      ...(item.external_id !== undefined && { external_id: item.external_id }),
      name: item.name,
      quantity,
      modifiers,
    });
  }
  return made;
}

const money = ({ menu }: LineContext, amount: number): Money => ({
  amount,
  currency: menu.content.currency,
});

function choose(
  context: LineContext,
  item: MenuItemInput,
  parentId: string,
  level: number,
): OrderModifier[] | undefined {
  const modifiers: OrderModifier[] = [];
  for (const groupId of level > maxDepth ? [] : (item.modifier_group_ids ?? [])) {
    const group = context.menu.group(groupId);
    const picked = group === undefined ? [] : pick(context, group);
    if (picked === undefined || group === undefined) return undefined;
    for (const { choice, quantity } of picked) {
      const modifier = makeModifier(
        context,
        group,
        choice,
        quantity,
        `${parentId}_${letters(modifiers.length)}`,
        level,
      );
      if (modifier === undefined) return undefined;
      modifiers.push(modifier);
    }
  }
  return modifiers;
}

/**
 * Picks at least the required number of modifiers from a group; returns `undefined` if too few are
 * available.
 */
function pick(
  { menu, random, now }: LineContext,
  group: ModifierGroupInput,
): { choice: ModifierInput; quantity: number }[] | undefined {
  const {
    min_selections: least,
    max_selections: most,
    max_per_modifier: each = 1,
    modifiers,
  } = group;
  const isAvailable = ({ item_id }: ModifierInput): boolean => {
    const item = menu.item(item_id);
    return item !== undefined && menu.isAvailable(item, now);
  };
  const choices = modifiers.filter(isAvailable);
  const count = Math.min(most, Math.max(least, random.between(0, 2)), choices.length * each);
  if (count < least) return undefined;
  const quantities = new Map<ModifierInput, number>();
  for (let index = 0; index < count; index++) {
    const choice = random.pick(choices.filter((option) => (quantities.get(option) ?? 0) < each));
    quantities.set(choice, (quantities.get(choice) ?? 0) + 1);
  }
  return choices
    .filter((choice) => quantities.has(choice))
    .map((choice) => ({ choice, quantity: quantities.get(choice) ?? 1 }));
}

/**
 * Creates a modifier with randomly chosen nested modifiers.
 *
 * @returns `undefined` if the item is missing or a required nested modifier is unavailable
 */
export function makeModifier(
  context: LineContext,
  group: ModifierGroupInput,
  choice: ModifierInput,
  quantity: number,
  lineId: string,
  level: number,
): OrderModifier | undefined {
  const item = context.menu.item(choice.item_id);
  const modifiers = item === undefined ? undefined : choose(context, item, lineId, level + 1);
  if (item === undefined || modifiers === undefined) return undefined;
  return modifierOf(
    context,
    { group, choice, item },
    { lineId, quantity, included: choice.included_quantity ?? 0, modifiers },
  );
}

/** A modifier in a group, with its item. */
export interface Choice {
  group: Pick<ModifierGroupInput, 'id' | 'name'>;
  choice: ModifierInput;
  item: MenuItemInput;
}

/**
 * Creates a modifier. The total price covers `quantity` minus `included` units, and the nested
 * modifiers of all units.
 */
export function modifierOf(
  context: LineContext,
  { group, choice, item }: Choice,
  {
    lineId,
    quantity,
    included,
    modifiers,
  }: { lineId: string; quantity: number; included: number; modifiers: OrderModifier[] },
): OrderModifier {
  return pricedModifier({
    line_id: lineId,
    item_id: item.id,
    ...(item.external_id !== undefined && { external_id: item.external_id }),
    name: item.name,
    group_id: group.id,
    group_name: group.name,
    quantity,
    included_quantity: included,
    unit_price: money(
      context,
      choice.price?.amount ?? priceOf(item, context.type, context.storeId),
    ),
    total_price: money(context, 0),
    modifiers,
  });
}

/** Returns `a`, `b` … `z`, `aa` and so on. */
export const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(97 + (index % 26));
