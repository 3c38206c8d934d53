import type { JsonObject } from '@delivery-api/specs/contract';
import { nearest } from '../../../kernel/nearest.ts';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import type { MenuItem } from '../../state/menu-model.ts';
import type { Item, Modifier } from '../../state/order-model.ts';
import { type Kitchen, letters, makeLine, makeModifier, priced, pricedModifier } from './lines.ts';
import { isObject } from './parts.ts';

/**
 * Makes lines of what was given of them: an `item_id` of the menu is enough, the rest is taken from
 * there. Amounts that were given stay, so that
 * those that do not add up are found.
 */
export function givenLines(
  kitchen: Kitchen,
  given: readonly JsonObject[],
  faults: ProblemItem[],
): Item[] {
  return given.flatMap((part, index) => {
    const place = `/order/items/${index}`;
    const lineId = typeof part.line_id === 'string' ? part.line_id : `line_${index + 1}`;
    const item = itemOf(kitchen, part, place, faults);
    const made = item === undefined ? undefined : makeLine(kitchen, item, lineId, 1);
    const { currency } = kitchen.live.content;
    const free = { amount: 0, currency };
    const bare = { quantity: 1, modifiers: [], modifiers_price: free, total_price: free };
    const base = { ...bare, ...made, line_id: lineId, ...part } as unknown as Item;
    if (!isMoney(base.unit_price)) return [];
    const modifiers = Array.isArray(part.modifiers)
      ? givenModifiers(
          kitchen,
          item,
          part.modifiers.filter(isObject),
          lineId,
          `${place}/modifiers`,
          1,
          faults,
        )
      : base.modifiers;
    return [
      { ...priced({ ...base, modifiers }), ...amountsOf(part, ['modifiers_price', 'total_price']) },
    ];
  });
}

/** The item of a line, or nothing where the line brings all that an item would be needed for. */
function itemOf(
  { live, storeId }: Kitchen,
  part: JsonObject,
  place: string,
  faults: ProblemItem[],
): MenuItem | undefined {
  const item = live.item(String(part.item_id));
  if (
    item !== undefined ||
    (part.name !== undefined && part.unit_price !== undefined && part.item_id !== undefined)
  )
    return item;
  const ids = live.content.items.map(({ id }) => id);
  const guess = nearest(String(part.item_id), ids);
  const hint =
    guess === undefined
      ? `it has ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ' and others' : ''}.`
      : `did you mean '${guess}'?`;
  const message =
    part.item_id === undefined
      ? `must have required property 'item_id', such as ${ids[0]}`
      : `is not on the menu of ${storeId}; ${hint} An item that is on no menu needs its name and unit_price`;
  faults.push({
    pointer: `${place}/item_id`,
    code: part.item_id === undefined ? 'required' : 'unknown_item',
    message,
  });
  return undefined;
}

function givenModifiers(
  kitchen: Kitchen,
  item: MenuItem | undefined,
  given: readonly JsonObject[],
  parentId: string,
  place: string,
  level: number,
  faults: ProblemItem[],
): Modifier[] {
  return given.flatMap((part, index) => {
    const at = `${place}/${index}`;
    const lineId =
      typeof part.line_id === 'string' ? part.line_id : `${parentId}_${letters(index)}`;
    const offered = offersOf(kitchen, item);
    const offer = offered.find(
      ({ group, choice }) =>
        choice.item_id === part.item_id && (part.group_id ?? group.id) === group.id,
    );
    const isWhole = ['item_id', 'name', 'group_id', 'group_name', 'unit_price'].every(
      (name) => part[name] !== undefined,
    );
    if (offer === undefined && !isWhole) {
      const ids = [...new Set(offered.map(({ choice }) => choice.item_id))];
      const hint = ids.length === 0 ? 'nothing can be chosen there' : `there are ${ids.join(', ')}`;
      faults.push({
        pointer: `${at}/item_id`,
        code: 'unknown_modifier',
        message: `is not a choice of ${item?.id ?? 'this line'}; ${hint}`,
      });
      return [];
    }
    const made =
      offer === undefined
        ? undefined
        : makeModifier(kitchen, offer.group, offer.choice, 1, lineId, level);
    const free = { amount: 0, currency: kitchen.live.content.currency };
    const bare = { quantity: 1, included_quantity: 0, modifiers: [], total_price: free };
    const base = { ...bare, ...made, line_id: lineId, ...part } as unknown as Modifier;
    if (!isMoney(base.unit_price)) return [];
    const chosen = kitchen.live.item(String(part.item_id));
    const modifiers = Array.isArray(part.modifiers)
      ? givenModifiers(
          kitchen,
          chosen,
          part.modifiers.filter(isObject),
          lineId,
          `${at}/modifiers`,
          level + 1,
          faults,
        )
      : base.modifiers;
    return [{ ...pricedModifier({ ...base, modifiers }), ...amountsOf(part, ['total_price']) }];
  });
}

const offersOf = ({ live }: Kitchen, item: MenuItem | undefined) =>
  (item?.modifier_group_ids ?? []).flatMap((id) => {
    const group = live.group(id);
    return group === undefined ? [] : group.modifiers.map((choice) => ({ group, choice }));
  });

const isMoney = (value: unknown): boolean => isObject(value) && typeof value.amount === 'number';

const amountsOf = (part: JsonObject, names: readonly string[]): object =>
  Object.fromEntries(names.filter((name) => isMoney(part[name])).map((name) => [name, part[name]]));
