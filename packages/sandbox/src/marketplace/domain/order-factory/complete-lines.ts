import type { MenuItemInput, OrderItem, OrderModifier } from '@delivery-api/marketplace-types';
import type { JsonObject } from '@delivery-api/specs/contract';
import type { ProblemItem } from '../../../kernel/problem-error.ts';
import { suggest } from '../../../kernel/suggest.ts';
import { isMoney, pricedLine, pricedModifier } from './amounts.ts';
import { type LineContext, letters, makeLine, makeModifier } from './lines.ts';
import { isObject } from './order-input.ts';

/**
 * Completes supplied lines, which require only an `item_id` on the menu. Does not change supplied
 * amounts, so that `checkAmounts` can report errors in them.
 */
export function completeLines(
  context: LineContext,
  inputs: readonly JsonObject[],
  errors: ProblemItem[],
): OrderItem[] {
  return inputs.flatMap((input, index) => {
    const pointer = `/order/items/${index}`;
    const lineId = typeof input.line_id === 'string' ? input.line_id : `line_${index + 1}`;
    const item = itemOf(context, input, pointer, errors);
    const generated = item === undefined ? undefined : makeLine(context, item, lineId, 1);
    const { currency } = context.menu.content;
    const free = { amount: 0, currency };
    const defaults = { quantity: 1, modifiers: [], modifiers_price: free, total_price: free };
    const base = { ...defaults, ...generated, line_id: lineId, ...input } as unknown as OrderItem;
    if (!isMoney(base.unit_price) || !hasModifierList(input, pointer, errors)) return [];
    const modifiers = Array.isArray(input.modifiers)
      ? completeModifiers(
          context,
          item,
          input.modifiers.filter(isObject),
          lineId,
          `${pointer}/modifiers`,
          1,
          errors,
        )
      : base.modifiers;
    return [
      {
        ...pricedLine({ ...base, modifiers }),
        ...amountsOf(input, ['modifiers_price', 'total_price']),
      },
    ];
  });
}

/**
 * Returns the item of a line; `undefined` if it is not on the menu or not available. Adds an error
 * if it is not available, or if the line of an item outside the menu has no name or price.
 */
function itemOf(
  { menu, storeId, now }: LineContext,
  input: JsonObject,
  pointer: string,
  errors: ProblemItem[],
): MenuItemInput | undefined {
  const item = menu.item(String(input.item_id));
  if (item !== undefined && !menu.isAvailable(item, now)) {
    const message = `is unavailable at the store ${storeId}; to make it available, use submitMenu with the type availability`;
    errors.push({ pointer: `${pointer}/item_id`, code: 'unavailable_item', message });
    return undefined;
  }
  if (
    item !== undefined ||
    (input.name !== undefined && input.unit_price !== undefined && input.item_id !== undefined)
  )
    return item;
  const ids = menu.content.items.map(({ id }) => id);
  const guess = suggest(String(input.item_id), ids);
  const hint =
    guess === undefined
      ? `items on the menu: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}.`
      : `did you mean '${guess}'?`;
  const message =
    input.item_id === undefined
      ? `is required, such as ${ids[0]}`
      : `is not on the menu of the store ${storeId}; ${hint} An item outside the menu requires name and unit_price`;
  errors.push({
    pointer: `${pointer}/item_id`,
    code: input.item_id === undefined ? 'required' : 'unknown_item',
    message,
  });
  return undefined;
}

function completeModifiers(
  context: LineContext,
  item: MenuItemInput | undefined,
  inputs: readonly JsonObject[],
  parentId: string,
  pointer: string,
  level: number,
  errors: ProblemItem[],
): OrderModifier[] {
  return inputs.flatMap((input, index) => {
    const at = `${pointer}/${index}`;
    const lineId =
      typeof input.line_id === 'string' ? input.line_id : `${parentId}_${letters(index)}`;
    const offered = offersOf(context, item);
    const offer = offered.find(
      ({ group, choice }) =>
        choice.item_id === input.item_id && (input.group_id ?? group.id) === group.id,
    );
    const isComplete = ['item_id', 'name', 'group_id', 'group_name', 'unit_price'].every(
      (name) => input[name] !== undefined,
    );
    if (offer === undefined && !isComplete) {
      const ids = [...new Set(offered.map(({ choice }) => choice.item_id))];
      const hint = ids.length === 0 ? 'the item has no modifiers' : `use ${ids.join(', ')}`;
      errors.push({
        pointer: `${at}/item_id`,
        code: 'unknown_modifier',
        message: `is not a modifier of ${item?.id ?? 'this line'}; ${hint}`,
      });
      return [];
    }
    const generated =
      offer === undefined
        ? undefined
        : makeModifier(context, offer.group, offer.choice, 1, lineId, level);
    const free = { amount: 0, currency: context.menu.content.currency };
    const defaults = { quantity: 1, included_quantity: 0, modifiers: [], total_price: free };
    const base = {
      ...defaults,
      ...generated,
      line_id: lineId,
      ...input,
    } as unknown as OrderModifier;
    if (!isMoney(base.unit_price) || !hasModifierList(input, at, errors)) return [];
    const modifierItem = context.menu.item(String(input.item_id));
    const modifiers = Array.isArray(input.modifiers)
      ? completeModifiers(
          context,
          modifierItem,
          input.modifiers.filter(isObject),
          lineId,
          `${at}/modifiers`,
          level + 1,
          errors,
        )
      : base.modifiers;
    return [{ ...pricedModifier({ ...base, modifiers }), ...amountsOf(input, ['total_price']) }];
  });
}

/** Returns whether the modifiers are absent or an array. */
function hasModifierList({ modifiers }: JsonObject, at: string, errors: ProblemItem[]): boolean {
  if (modifiers === undefined || Array.isArray(modifiers)) return true;
  errors.push({ pointer: `${at}/modifiers`, code: 'type', message: 'must be an array' });
  return false;
}

const offersOf = ({ menu }: LineContext, item: MenuItemInput | undefined) =>
  (item?.modifier_group_ids ?? []).flatMap((id) => {
    const group = menu.group(id);
    return group === undefined ? [] : group.modifiers.map((choice) => ({ group, choice }));
  });

const amountsOf = (input: JsonObject, names: readonly string[]): object =>
  Object.fromEntries(
    names.filter((name) => isMoney(input[name])).map((name) => [name, input[name]]),
  );
