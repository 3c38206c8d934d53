import type { MenuItem } from '../../state/menu-model.ts';
import type { Item, Modifier } from '../../state/order-model.ts';
import type { LiveMenu } from '../menus/live-menu.ts';
import {
  deepest,
  type Kitchen,
  type Link,
  letters,
  makeLine,
  modifierOf,
  priced,
} from './lines.ts';

/**
 * Makes a line with modifiers on every level that the contract has. Where the menu is not so deep,
 * its choices are put below each other,
 * which no till can match with its menu.
 */
export function makeNestedLine(
  kitchen: Kitchen,
  items: readonly MenuItem[],
  lineId: string,
): Item | undefined {
  const [item] = [...items].sort(
    (a, b) => chainOf(kitchen.live, b).length - chainOf(kitchen.live, a).length,
  );
  const line = item === undefined ? undefined : makeLine(kitchen, item, lineId, 1);
  if (item === undefined || line === undefined) return undefined;
  const links = prolonged(kitchen, chainOf(kitchen.live, item), items);
  const others = line.modifiers.filter(({ group_id }) => group_id !== links[0]?.group.id);
  const used = new Set(others.map(({ line_id }) => line_id));
  const free = [...Array(others.length + 1).keys()]
    .map((index) => `${lineId}_${letters(index)}`)
    .find((id) => !used.has(id)) as string;
  return priced({ ...line, modifiers: [...others, ...nest(kitchen, links, free)] });
}

/** How many levels of modifiers a menu has by itself. */
export const levelsOf = (live: LiveMenu): number =>
  Math.max(0, ...live.content.items.map((item) => chainOf(live, item).length));

/** The longest way down from an item through the choices that it offers. */
function chainOf(live: LiveMenu, item: MenuItem, level = 1): Link[] {
  if (level > deepest) return [];
  let longest: Link[] = [];
  for (const groupId of item.modifier_group_ids ?? []) {
    const group = live.group(groupId);
    for (const choice of group?.modifiers ?? []) {
      const chosen = live.item(choice.item_id);
      if (group === undefined || chosen === undefined) continue;
      const chain = [{ group, choice, item: chosen }, ...chainOf(live, chosen, level + 1)];
      if (chain.length > longest.length) longest = chain;
    }
  }
  return longest;
}

function prolonged(
  { live, random }: Kitchen,
  links: readonly Link[],
  items: readonly MenuItem[],
): Link[] {
  const group = live.content.modifier_groups.at(-1) ?? {
    id: 'extras',
    name: 'Extras',
    modifiers: [],
  };
  const choices = group.modifiers
    .map((choice) => ({ group, choice, item: live.item(choice.item_id) }))
    .filter(({ item }) => item !== undefined) as Link[];
  const pool =
    choices.length > 0
      ? choices
      : items.map((item) => ({ group, choice: { item_id: item.id }, item }));
  return [...links, ...Array.from({ length: deepest - links.length }, () => random.pick(pool))];
}

function nest(kitchen: Kitchen, links: readonly Link[], lineId: string): Modifier[] {
  const [link, ...below] = links;
  if (link === undefined) return [];
  // Two of the last one, of which one is free; the one above is free altogether.
  const [quantity, included] = below.length === 0 ? [2, 1] : below.length === 1 ? [1, 1] : [1, 0];
  return [
    modifierOf(kitchen, link, {
      lineId,
      quantity,
      included,
      modifiers: nest(kitchen, below, `${lineId}_a`),
    }),
  ];
}
