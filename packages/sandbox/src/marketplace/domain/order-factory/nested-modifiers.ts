import type { MenuItemInput, OrderItem, OrderModifier } from '@delivery-api/marketplace-types';
import type { LiveMenu } from '../menus/live-menu.ts';
import { pricedLine } from './amounts.ts';
import { type Choice, type LineContext, letters, makeLine, maxDepth, modifierOf } from './lines.ts';

/**
 * Creates a line with modifiers nested to the maximum depth. If the menu has fewer levels, adds
 * levels that are not on the menu. The store's system cannot match them.
 *
 * @returns `undefined` if `items` is empty or the line cannot be created
 */
export function makeNestedLine(
  context: LineContext,
  items: readonly MenuItemInput[],
  lineId: string,
): OrderItem | undefined {
  const [item] = [...items].sort(
    (a, b) => chainOf(context.menu, b).length - chainOf(context.menu, a).length,
  );
  const line = item === undefined ? undefined : makeLine(context, item, lineId, 1);
  if (item === undefined || line === undefined) return undefined;
  const chain = extended(context, chainOf(context.menu, item), items);
  const others = line.modifiers.filter(({ group_id }) => group_id !== chain[0]?.group.id);
  const used = new Set(others.map(({ line_id }) => line_id));
  const free = [...Array(others.length + 1).keys()]
    .map((index) => `${lineId}_${letters(index)}`)
    .find((id) => !used.has(id)) as string;
  return pricedLine({ ...line, modifiers: [...others, ...nest(context, chain, free)] });
}

/** Returns the depth of nested modifiers in a menu. */
export const depthOf = (menu: LiveMenu): number =>
  Math.max(0, ...menu.content.items.map((item) => chainOf(menu, item).length));

/** Returns the longest chain of nested modifiers below an item. */
function chainOf(menu: LiveMenu, item: MenuItemInput, level = 1): Choice[] {
  if (level > maxDepth) return [];
  let longest: Choice[] = [];
  for (const groupId of item.modifier_group_ids ?? []) {
    const group = menu.group(groupId);
    for (const choice of group?.modifiers ?? []) {
      const modifierItem = menu.item(choice.item_id);
      if (group === undefined || modifierItem === undefined) continue;
      const chain = [
        { group, choice, item: modifierItem },
        ...chainOf(menu, modifierItem, level + 1),
      ];
      if (chain.length > longest.length) longest = chain;
    }
  }
  return longest;
}

function extended(
  { menu, random }: LineContext,
  chain: readonly Choice[],
  items: readonly MenuItemInput[],
): Choice[] {
  const group = menu.content.modifier_groups.at(-1) ?? {
    id: 'extras',
    name: 'Extras',
    modifiers: [],
  };
  const choices = group.modifiers
    .map((choice) => ({ group, choice, item: menu.item(choice.item_id) }))
    .filter(({ item }) => item !== undefined) as Choice[];
  const pool =
    choices.length > 0
      ? choices
      : items.map((item) => ({ group, choice: { item_id: item.id }, item }));
  return [...chain, ...Array.from({ length: maxDepth - chain.length }, () => random.pick(pool))];
}

function nest(context: LineContext, chain: readonly Choice[], lineId: string): OrderModifier[] {
  const [choice, ...below] = chain;
  if (choice === undefined) return [];
  // On the last level, one of two units is included. On the level above, the only unit is included.
  const [quantity, included] = below.length === 0 ? [2, 1] : below.length === 1 ? [1, 1] : [1, 0];
  return [
    modifierOf(context, choice, {
      lineId,
      quantity,
      included,
      modifiers: nest(context, below, `${lineId}_a`),
    }),
  ];
}
