import type { MenuItemInput, ModifierGroupInput } from '@delivery-api/marketplace-types';
import { isInvalid, type Report } from './finding.ts';
import { isOffered } from './live-menu.ts';
import type { SubmissionIndex } from './submission-index.ts';
import { type ValidParts, validEntries } from './valid-parts.ts';

/** Maximum depth of nested modifiers (contract: `ModifierInput`). */
const maxDepth = 4;

/** Checks that the required and default selections of every group are possible. */
export function checkGroups({ items, groups, ids, now }: SubmissionIndex, report: Report): void {
  const byId = new Map(items.map((submitted) => [submitted.entity.id, submitted]));
  // Without a valid ID or availability, an item counts as available.
  const isAvailable = (id: string | undefined): boolean => {
    const item = id === undefined ? undefined : byId.get(id);
    if (item === undefined) return id === undefined || ids.items.has(id);
    return isInvalid(item, '/availability') || isOffered(item.entity as MenuItemInput, now);
  };
  for (const submitted of groups) {
    // The schema requires both limits. These defaults replace invalid values and cause no errors.
    const { min_selections: min = 0, max_selections: max = Infinity, modifiers } = submitted.entity;
    const maxPerDefault = isInvalid(submitted, '/max_per_modifier') ? Infinity : 1;
    const { max_per_modifier: maxPer = maxPerDefault } = submitted.entity;
    if (max < min) {
      const message = `must be at least min_selections, which is ${min}; got ${max}`;
      report(submitted, '/max_selections', 'selection_range_invalid', message);
    }
    for (const [index, { default_quantity: quantity = 0 }] of validEntries(modifiers)) {
      if (quantity <= maxPer) continue;
      const message = `must be at most max_per_modifier, which is ${maxPer}; got ${quantity}`;
      report(submitted, `/modifiers/${index}/default_quantity`, 'default_exceeds_max', message);
    }
    const selected = validEntries(modifiers).reduce(
      (sum, [, { default_quantity = 0 }]) => sum + default_quantity,
      0,
    );
    if (selected > max) {
      const message = `must be at least ${selected}, the sum of the default quantities; got ${max}`;
      report(submitted, '/max_selections', 'default_exceeds_max', message);
    }
    if (modifiers === undefined) continue;
    const available = modifiers.filter((modifier) => isAvailable(modifier?.item_id)).length;
    if (min > available * maxPer)
      report(submitted, '', 'required_group_unavailable', unavailable(min, available, maxPer));
  }
}

function unavailable(min: number, available: number, maxPer: number): string {
  const request = `requires ${min} selection${min === 1 ? '' : 's'}`;
  if (available === 0) return `${request}, but no modifier is available`;
  return `${request}, but its available modifiers allow ${available * maxPer}`;
}

/**
 * Checks that no item is its own modifier at any depth, and that the modifiers of an item that
 * customers can order are nested at most `maxDepth` levels deep.
 */
export function checkDepth({ items, groups, references }: SubmissionIndex, report: Report): void {
  const { itemsInCategories, itemsInGroups } = references;
  const byId = new Map(groups.map(({ entity }) => [entity.id, entity]));
  const graph = new Map(items.map(({ entity }) => [entity.id ?? '', modifiersOf(entity, byId)]));
  const circular = itemsInCycles(graph);
  const depth = depths(graph, circular);
  for (const submitted of items) {
    const { id } = submitted.entity;
    if (id === undefined) continue;
    if (circular.has(id)) {
      const message = `the modifiers of ${id} contain the item itself`;
      report(submitted, '', 'circular_modifier', message);
    }
    const isOrdered = itemsInCategories.has(id) || !itemsInGroups.has(id);
    const levels = depth.get(id) ?? 0;
    if (!isOrdered || levels <= maxDepth) continue;
    const message = `the modifiers of ${id} are nested ${levels} levels deep; the maximum is ${maxDepth}`;
    report(submitted, '', 'modifiers_too_deep', message);
  }
}

/** Returns the items that can be modifiers of an item. */
const modifiersOf = (
  { modifier_group_ids }: ValidParts<MenuItemInput>,
  groups: ReadonlyMap<string | undefined, ValidParts<ModifierGroupInput>>,
): string[] => [
  ...new Set(
    validEntries(modifier_group_ids)
      .flatMap(([, id]) => validEntries(groups.get(id)?.modifiers))
      .flatMap(([, { item_id }]) => item_id ?? []),
  ),
];

/**
 * Returns the items in cycles. Uses Tarjan's algorithm for strongly connected components, without
 * recursion, because a chain of modifiers can be too long for the stack.
 */
function itemsInCycles(graph: ReadonlyMap<string, readonly string[]>): Set<string> {
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
      const cycle = stack.splice(stack.lastIndexOf(id));
      for (const member of cycle) {
        onStack.delete(member);
        if (cycle.length > 1) found.add(member);
      }
    }
  }
  return found;
}

/** Returns the depth of the modifiers below each item, except for items in cycles. */
function depths(
  graph: ReadonlyMap<string, readonly string[]>,
  circular: ReadonlySet<string>,
): Map<string, number> {
  const depth = new Map<string, number>();
  for (const root of graph.keys()) {
    const path: { id: string; next: number; deepest: number }[] =
      depth.has(root) || circular.has(root) ? [] : [{ id: root, next: 0, deepest: 0 }];
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
      if (circular.has(child)) continue;
      const known = depth.get(child);
      if (known === undefined) path.push({ id: child, next: 0, deepest: 0 });
      else top.deepest = Math.max(top.deepest, known + 1);
    }
  }
  return depth;
}
