import type { MenuItem, ModifierGroup } from '../../state/menu-model.ts';
import type { Note, Sight } from './finding.ts';
import { isOffered } from './live-menu.ts';

/** The deepest level of modifiers below an item that is ordered (contract: `ModifierInput`). */
const deepest = 4;

/** Groups that cannot be chosen from as they say. */
export function checkGroups({ items, groups, ids, now }: Sight, note: Note): void {
  const byId = new Map(items.map(({ entity }) => [entity.id, entity]));
  // Of an item whose form is wrong nobody can say that it is not there.
  const isThere = (id: string): boolean => {
    const item = byId.get(id);
    return item === undefined ? ids.items.has(id) : isOffered(item, now);
  };
  for (const place of groups) {
    const {
      min_selections: least,
      max_selections: most,
      max_per_modifier: each = 1,
      modifiers,
    } = place.entity;
    if (most < least)
      note(
        place,
        '/max_selections',
        'selection_range_invalid',
        `is ${most}, less than min_selections, which is ${least}`,
      );
    for (const [at, { default_quantity: count = 0 }] of modifiers.entries()) {
      if (count > each)
        note(
          place,
          `/modifiers/${at}/default_quantity`,
          'default_exceeds_max',
          `is ${count}, more than max_per_modifier, which is ${each}`,
        );
    }
    const chosen = modifiers.reduce((sum, { default_quantity = 0 }) => sum + default_quantity, 0);
    if (chosen > most)
      note(
        place,
        '/max_selections',
        'default_exceeds_max',
        `is ${most}, but ${chosen} are chosen to begin with`,
      );
    const available = modifiers.filter(({ item_id }) => isThere(item_id)).length;
    if (least > available * each)
      note(place, '', 'required_group_unavailable', unavailable(least, available, each));
  }
}

function unavailable(least: number, available: number, each: number): string {
  const asked = `asks for ${least} selection${least === 1 ? '' : 's'}`;
  if (available === 0) return `${asked}, but no modifier is available`;
  return `${asked}, but its available modifiers give ${available * each}`;
}

/**
 * Items that lead to themselves through their modifiers, and items with modifiers below modifiers
 * beyond the last level.
 */
export function checkDepth({ items, groups, named: { sold, chosen } }: Sight, note: Note): void {
  const byId = new Map(groups.map(({ entity }) => [entity.id, entity]));
  const graph = new Map(items.map(({ entity }) => [entity.id, below(entity, byId)]));
  const circles = inCircles(graph);
  const depth = depths(graph, circles);
  for (const place of items) {
    const { id } = place.entity;
    if (circles.has(id))
      note(place, '', 'circular_modifier', `the item ${id} can be reached from its own modifiers`);
    const isOrdered = sold.has(id) || !chosen.has(id);
    const levels = depth.get(id) ?? 0;
    if (isOrdered && levels > deepest)
      note(
        place,
        '',
        'modifiers_too_deep',
        `the modifiers of ${id} are nested ${levels} levels deep, and ${deepest} are taken`,
      );
  }
}

const below = (
  { modifier_group_ids = [] }: MenuItem,
  groups: ReadonlyMap<string, ModifierGroup>,
): string[] => [
  ...new Set(
    modifier_group_ids
      .flatMap((id) => groups.get(id)?.modifiers ?? [])
      .map(({ item_id }) => item_id),
  ),
];

/**
 * The items on a circle (Tarjan's strongly connected components, without recursion: a menu can be a
 * very long chain).
 */
function inCircles(graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  for (const root of graph.keys()) {
    const path: { id: string; next: number }[] = numbers.has(root) ? [] : [{ id: root, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { id } = top;
      if (!numbers.has(id)) {
        numbers.set(id, numbers.size);
        lowest.set(id, numbers.size - 1);
        stack.push(id);
        onStack.add(id);
      }
      const child = graph.get(id)?.[top.next];
      top.next += 1;
      if (child !== undefined) {
        if (child === id) found.add(id);
        if (!numbers.has(child)) path.push({ id: child, next: 0 });
        else if (onStack.has(child))
          lowest.set(id, Math.min(lowest.get(id) as number, numbers.get(child) as number));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined)
        lowest.set(parent.id, Math.min(lowest.get(parent.id) as number, lowest.get(id) as number));
      if (lowest.get(id) !== numbers.get(id)) continue;
      const circle = stack.splice(stack.lastIndexOf(id));
      for (const member of circle) {
        onStack.delete(member);
        if (circle.length > 1) found.add(member);
      }
    }
  }
  return found;
}

/** How many levels of modifiers are below each item; those that lead into a circle are left out. */
function depths(
  graph: ReadonlyMap<string, readonly string[]>,
  circles: ReadonlySet<string>,
): Map<string, number> {
  const depth = new Map<string, number>();
  for (const root of graph.keys()) {
    const path: { id: string; next: number; deepest: number }[] =
      depth.has(root) || circles.has(root) ? [] : [{ id: root, next: 0, deepest: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const child = graph.get(top.id)?.[top.next];
      if (child === undefined) {
        depth.set(top.id, top.deepest);
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined) parent.deepest = Math.max(parent.deepest, top.deepest + 1);
        continue;
      }
      top.next += 1;
      if (circles.has(child)) continue;
      const known = depth.get(child);
      if (known === undefined) path.push({ id: child, next: 0, deepest: 0 });
      else top.deepest = Math.max(top.deepest, known + 1);
    }
  }
  return depth;
}
