import type { Random } from '../../../kernel/random.ts';
import type { MenuItem, ModifierChoice, ModifierGroup } from '../../state/menu-model.ts';
import type { Item, Modifier } from '../../state/order-model.ts';
import type { FulfillmentType } from '../../state/store-model.ts';
import type { LiveMenu } from '../menus/live-menu.ts';
import { priceOf } from './menu-of-the-moment.ts';

/** The deepest level of modifiers below an item (contract: `OrderModifier`). */
export const deepest = 4;

/** What lines are made from. */
export interface Kitchen {
  live: LiveMenu;
  storeId: string;
  type: FulfillmentType;
  random: Random;
  now: number;
}

/**
 * Makes a line of an item, with choices as a customer might make them; `undefined` where a choice
 * that is asked for cannot be made.
 */
export function makeLine(
  kitchen: Kitchen,
  item: MenuItem,
  lineId: string,
  quantity: number,
): Item | undefined {
  const modifiers = choose(kitchen, item, lineId, 1);
  if (modifiers === undefined) return undefined;
  const category = kitchen.live.categoryOf(item.id);
  return priced({
    line_id: lineId,
    item_id: item.id,
    ...(item.external_id !== undefined && { external_id: item.external_id }),
    name: item.name,
    ...(category !== undefined && { category_name: category.name }),
    quantity,
    unit_price: money(kitchen, priceOf(item, kitchen.type, kitchen.storeId)),
    modifiers_price: money(kitchen, 0),
    total_price: money(kitchen, 0),
    modifiers,
    menu_version: kitchen.live.version,
  });
}

/** A line with the amounts that follow from its prices and quantities (contract: `Order`). */
export function priced(line: Item): Item {
  const each = sumOf(line.modifiers);
  const { currency } = line.unit_price;
  return {
    ...line,
    modifiers_price: { amount: each, currency },
    total_price: { amount: line.quantity * (line.unit_price.amount + each), currency },
  };
}

/** A modifier with the amount that follows from its prices and quantities (contract: `Order`). */
export function pricedModifier(modifier: Modifier): Modifier {
  const { quantity, included_quantity, unit_price, modifiers } = modifier;
  const amount =
    Math.max(0, quantity - included_quantity) * unit_price.amount + quantity * sumOf(modifiers);
  return { ...modifier, total_price: { amount, currency: unit_price.currency } };
}

const sumOf = (modifiers: readonly Modifier[]): number =>
  modifiers.reduce((sum, { total_price }) => sum + total_price.amount, 0);

const money = ({ live }: Kitchen, amount: number) => ({ amount, currency: live.content.currency });

function choose(
  kitchen: Kitchen,
  item: MenuItem,
  parentId: string,
  level: number,
): Modifier[] | undefined {
  const chosen: Modifier[] = [];
  for (const groupId of level > deepest ? [] : (item.modifier_group_ids ?? [])) {
    const group = kitchen.live.group(groupId);
    const picked = group === undefined ? [] : pick(kitchen, group);
    if (picked === undefined || group === undefined) return undefined;
    for (const { choice, quantity } of picked) {
      const modifier = makeModifier(
        kitchen,
        group,
        choice,
        quantity,
        `${parentId}_${letters(chosen.length)}`,
        level,
      );
      if (modifier === undefined) return undefined;
      chosen.push(modifier);
    }
  }
  return chosen;
}

/** What is chosen from a group: what it asks for, and now and then something more. */
function pick(
  { live, random, now }: Kitchen,
  group: ModifierGroup,
): { choice: ModifierChoice; quantity: number }[] | undefined {
  const {
    min_selections: least,
    max_selections: most,
    max_per_modifier: each = 1,
    modifiers,
  } = group;
  const isThere = ({ item_id }: ModifierChoice): boolean => {
    const item = live.item(item_id);
    return item !== undefined && live.isAvailable(item, now);
  };
  const choices = modifiers.filter(isThere);
  const wanted = Math.min(most, Math.max(least, random.between(0, 2)), choices.length * each);
  if (wanted < least) return undefined;
  const quantities = new Map<ModifierChoice, number>();
  for (let count = 0; count < wanted; count++) {
    const choice = random.pick(choices.filter((one) => (quantities.get(one) ?? 0) < each));
    quantities.set(choice, (quantities.get(choice) ?? 0) + 1);
  }
  return choices
    .filter((choice) => quantities.has(choice))
    .map((choice) => ({ choice, quantity: quantities.get(choice) ?? 1 }));
}

/** One choice of a group, with the choices that it asks for itself. */
export function makeModifier(
  kitchen: Kitchen,
  group: ModifierGroup,
  choice: ModifierChoice,
  quantity: number,
  lineId: string,
  level: number,
): Modifier | undefined {
  const item = kitchen.live.item(choice.item_id);
  const modifiers = item === undefined ? undefined : choose(kitchen, item, lineId, level + 1);
  if (item === undefined || modifiers === undefined) return undefined;
  return modifierOf(
    kitchen,
    { group, choice, item },
    { lineId, quantity, included: choice.included_quantity ?? 0, modifiers },
  );
}

/** A choice of a group, and the item that it names. */
export interface Link {
  group: Pick<ModifierGroup, 'id' | 'name'>;
  choice: ModifierChoice;
  item: MenuItem;
}

/** What was chosen, with the amount that follows from it. `included` of the `quantity` are free. */
export function modifierOf(
  kitchen: Kitchen,
  { group, choice, item }: Link,
  {
    lineId,
    quantity,
    included,
    modifiers,
  }: { lineId: string; quantity: number; included: number; modifiers: Modifier[] },
): Modifier {
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
      kitchen,
      choice.price?.amount ?? priceOf(item, kitchen.type, kitchen.storeId),
    ),
    total_price: money(kitchen, 0),
    modifiers,
  });
}

/** `a`, `b` … `z`, `aa` and so on. */
export const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(97 + (index % 26));
